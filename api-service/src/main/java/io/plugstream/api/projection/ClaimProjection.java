package io.plugstream.api.projection;

import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Shows deliveries from when they are claimed. */
@Component
final class ClaimProjection implements BatchProjection<ClaimRecord> {

    private final DeliveryProjection deliveries;

    ClaimProjection(DeliveryProjection deliveries) {
        this.deliveries = deliveries;
    }

    @Override
    public Mono<Void> apply(List<ClaimRecord> records) {
        return deliveries.apply(records.stream()
                .flatMap(ClaimRecord::claims)
                .map(DeliveryRecord.class::cast)
                .toList());
    }
}
