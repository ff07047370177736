@NullMarked
package io.plugstream.base.address;

import org.jspecify.annotations.NullMarked;
