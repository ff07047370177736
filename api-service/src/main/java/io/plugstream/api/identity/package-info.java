/** Who calls, and what that opens: API keys, ID tokens and the paths that need them. */
@NullMarked
package io.plugstream.api.identity;

import org.jspecify.annotations.NullMarked;
