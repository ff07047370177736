/**
 * The real brokers and databases on which local runs and tests rest. Their tests are here, where no module waits for
 * them.
 */
@NullMarked
package io.plugstream.system.parts;

import org.jspecify.annotations.NullMarked;
