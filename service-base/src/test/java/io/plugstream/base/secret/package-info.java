@NullMarked
package io.plugstream.base.secret;

import org.jspecify.annotations.NullMarked;
