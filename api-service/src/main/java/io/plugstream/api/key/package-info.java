/** API keys: creation, lists, revocation and lookup. */
@NullMarked
package io.plugstream.api.key;

import org.jspecify.annotations.NullMarked;
