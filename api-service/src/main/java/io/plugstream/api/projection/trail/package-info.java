/** Records which parts of the event topics hold events of which organisation. */
@NullMarked
package io.plugstream.api.projection.trail;

import org.jspecify.annotations.NullMarked;
