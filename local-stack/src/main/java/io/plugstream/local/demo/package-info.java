/**
 * The demonstration: an organisation with a simulated charger and a webhook receiver, set up through the public API
 * only.
 */
@NullMarked
package io.plugstream.local.demo;

import org.jspecify.annotations.NullMarked;
