@NullMarked
package io.plugstream.base.shield;

import org.jspecify.annotations.NullMarked;
