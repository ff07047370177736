/** The rules of structure that each module's tests apply to the module's own classes. */
@NullMarked
package io.plugstream.architecture;

import org.jspecify.annotations.NullMarked;
