package io.plugstream.api.webhook.delivery;

import java.time.Instant;
import java.util.Map;

/**
 * The counts of a webhook's deliveries. {@code total} always equals {@code pending} plus all {@code outcomes}.
 *
 * @param since counts the deliveries claimed from then on
 * @param outcomes the count of every outcome, also if it is 0
 */
record DeliverySummary(Instant since, long total, long pending, Map<String, Long> outcomes, RecentDeliveries recent) {}
