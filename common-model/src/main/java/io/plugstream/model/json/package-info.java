/** The JSON format that topics, webhooks and the API share. */
@NullMarked
package io.plugstream.model.json;

import org.jspecify.annotations.NullMarked;
