/** JSON request bodies, read so that every fault is listed at once. */
@NullMarked
package io.plugstream.api.body;

import org.jspecify.annotations.NullMarked;
