/** How fast the HTTP API answers, against a bare endpoint. */
@NullMarked
package io.plugstream.benchmark.http;

import org.jspecify.annotations.NullMarked;
