/** Tests that read the deployment files as strictly as the systems that use them. */
@NullMarked
package io.plugstream.deploy;

import org.jspecify.annotations.NullMarked;
