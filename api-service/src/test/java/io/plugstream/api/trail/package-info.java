@NullMarked
package io.plugstream.api.trail;

import org.jspecify.annotations.NullMarked;
