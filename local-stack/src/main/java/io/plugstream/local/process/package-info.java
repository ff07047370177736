/** Processes that end with the process that started them. */
@NullMarked
package io.plugstream.local.process;

import org.jspecify.annotations.NullMarked;
