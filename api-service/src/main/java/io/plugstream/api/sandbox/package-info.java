/** Test chargers and their scenarios, which the sandbox simulates (ADR 74). */
@NullMarked
package io.plugstream.api.sandbox;

import org.jspecify.annotations.NullMarked;
