/** The health check that the images run. */
@NullMarked
package io.plugstream.healthcheck;

import org.jspecify.annotations.NullMarked;
