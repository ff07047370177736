@NullMarked
package io.plugstream.api.delivery;

import org.jspecify.annotations.NullMarked;
