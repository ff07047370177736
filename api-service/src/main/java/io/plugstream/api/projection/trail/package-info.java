/** Where in the event topics each organisation has events. */
@NullMarked
package io.plugstream.api.projection.trail;

import org.jspecify.annotations.NullMarked;
