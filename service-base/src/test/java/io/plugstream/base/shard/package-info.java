@NullMarked
package io.plugstream.base.shard;

import org.jspecify.annotations.NullMarked;
