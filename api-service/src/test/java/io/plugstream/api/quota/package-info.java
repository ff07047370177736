@NullMarked
package io.plugstream.api.quota;

import org.jspecify.annotations.NullMarked;
