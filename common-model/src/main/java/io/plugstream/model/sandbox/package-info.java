/** Test chargers: the messages between the API and the sandbox that simulates them. */
@NullMarked
package io.plugstream.model.sandbox;

import org.jspecify.annotations.NullMarked;
