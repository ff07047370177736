@NullMarked
package io.plugstream.api.projection;

import org.jspecify.annotations.NullMarked;
