/** API keys: made, listed, revoked and recognised. */
@NullMarked
package io.plugstream.api.key;

import org.jspecify.annotations.NullMarked;
