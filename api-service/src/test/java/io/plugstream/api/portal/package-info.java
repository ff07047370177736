@NullMarked
package io.plugstream.api.portal;

import org.jspecify.annotations.NullMarked;
