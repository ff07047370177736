/** Who calls: credentials, ID tokens and the security chain. */
@NullMarked
package io.plugstream.api.identity;

import org.jspecify.annotations.NullMarked;
