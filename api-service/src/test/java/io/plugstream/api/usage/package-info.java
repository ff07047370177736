@NullMarked
package io.plugstream.api.usage;

import org.jspecify.annotations.NullMarked;
