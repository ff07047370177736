/** Load drivers that compare a service with a bare baseline measured in the same run. */
@NullMarked
package io.plugstream.benchmark;

import org.jspecify.annotations.NullMarked;
