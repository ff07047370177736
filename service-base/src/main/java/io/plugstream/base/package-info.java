/** Auto-configured basis of all services. */
@NullMarked
package io.plugstream.base;

import org.jspecify.annotations.NullMarked;
