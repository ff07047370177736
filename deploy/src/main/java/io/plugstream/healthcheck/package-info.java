/** What the images run to learn whether they are healthy. */
@NullMarked
package io.plugstream.healthcheck;

import org.jspecify.annotations.NullMarked;
