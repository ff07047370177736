/** Access control: allowed origins, request checks, and authentication by API key, ID token or portal session. */
@NullMarked
package io.plugstream.api.access;

import org.jspecify.annotations.NullMarked;
