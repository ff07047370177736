/** Outcomes of deliveries: recorded by the dispatcher that attempted them, or as unknown by the sweep. */
@NullMarked
package io.plugstream.webhook.outcome;

import org.jspecify.annotations.NullMarked;
