/** What is refused before anybody looks at it. */
@NullMarked
package io.plugstream.api.firewall;

import org.jspecify.annotations.NullMarked;
