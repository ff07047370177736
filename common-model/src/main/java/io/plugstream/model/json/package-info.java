/** One JSON for topics, webhooks and the API. */
@NullMarked
package io.plugstream.model.json;

import org.jspecify.annotations.NullMarked;
