/** The delivery log of a webhook. */
@NullMarked
package io.plugstream.api.webhook.delivery;

import org.jspecify.annotations.NullMarked;
