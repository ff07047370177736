@NullMarked
package io.plugstream.api.projection.trail;

import org.jspecify.annotations.NullMarked;
