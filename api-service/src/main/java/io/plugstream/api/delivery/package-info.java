/** The delivery log of a webhook. */
@NullMarked
package io.plugstream.api.delivery;

import org.jspecify.annotations.NullMarked;
