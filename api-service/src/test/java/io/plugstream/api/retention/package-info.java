@NullMarked
package io.plugstream.api.retention;

import org.jspecify.annotations.NullMarked;
