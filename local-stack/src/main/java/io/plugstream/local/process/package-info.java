/** Processes that end when the one that started them ends. */
@NullMarked
package io.plugstream.local.process;

import org.jspecify.annotations.NullMarked;
