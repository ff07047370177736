/** Shared by all endpoints: JSON bodies, pages of lists, problems (RFC 9457), time limits, and the OpenAPI document. */
@NullMarked
package io.plugstream.api.http;

import org.jspecify.annotations.NullMarked;
