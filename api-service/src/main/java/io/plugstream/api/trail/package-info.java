/** Where in the event topics an organisation has left events. */
@NullMarked
package io.plugstream.api.trail;

import org.jspecify.annotations.NullMarked;
