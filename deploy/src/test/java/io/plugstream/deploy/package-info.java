/** Reads what deploys the platform as strictly as the systems that will read it. */
@NullMarked
package io.plugstream.deploy;

import org.jspecify.annotations.NullMarked;
