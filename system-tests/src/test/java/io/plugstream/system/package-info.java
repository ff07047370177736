/** The platform as processes: a charger's message reaches a webhook, counts are exact, a killed service loses nothing. */
@NullMarked
package io.plugstream.system;

import org.jspecify.annotations.NullMarked;
