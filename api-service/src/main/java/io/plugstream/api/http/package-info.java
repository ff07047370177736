/** How long a client may take over a request and its answer. */
@NullMarked
package io.plugstream.api.http;

import org.jspecify.annotations.NullMarked;
