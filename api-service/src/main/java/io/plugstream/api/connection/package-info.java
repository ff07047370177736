/** What a request's connection runs on. */
@NullMarked
package io.plugstream.api.connection;

import org.jspecify.annotations.NullMarked;
