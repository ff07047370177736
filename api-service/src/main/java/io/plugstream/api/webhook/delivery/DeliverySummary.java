package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Map;

/**
 * The ledger of a webhook: {@code total} is {@code pending} and all {@code outcomes} together, at every moment.
 *
 * @param since from when on deliveries are counted, by when they were taken on
 * @param outcomes every outcome, also those that did not occur
 */
@JsonPropertyOrder({"since", "total", "pending", "outcomes"})
record DeliverySummary(Instant since, long total, long pending, Map<String, Long> outcomes) {}
