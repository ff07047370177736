@NullMarked
package io.plugstream.api.live;

import org.jspecify.annotations.NullMarked;
