/** Events become claims, in one Kafka transaction with the offsets; only what is claimed is ever POSTed. */
@NullMarked
package io.plugstream.webhook.claim;

import org.jspecify.annotations.NullMarked;
