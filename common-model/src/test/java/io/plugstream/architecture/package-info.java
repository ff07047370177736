/** Architecture rules that each module's tests apply to its own classes. */
@NullMarked
package io.plugstream.architecture;

import org.jspecify.annotations.NullMarked;
