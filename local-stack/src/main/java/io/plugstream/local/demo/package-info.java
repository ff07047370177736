/**
 * The demonstration: an organisation with simulated chargers and a webhook receiver, set up through the public API
 * only.
 */
@NullMarked
package io.plugstream.local.demo;

import org.jspecify.annotations.NullMarked;
