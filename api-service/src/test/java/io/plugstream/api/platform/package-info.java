/** The real services that integration tests run on, and a client of the API. */
@NullMarked
package io.plugstream.api.platform;

import org.jspecify.annotations.NullMarked;
