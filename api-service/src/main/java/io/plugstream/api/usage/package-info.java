/** What an organisation may do and what it has used. */
@NullMarked
package io.plugstream.api.usage;

import org.jspecify.annotations.NullMarked;
