package io.plugstream.api.quota;

import io.plugstream.api.log.ListenerContainers;
import io.plugstream.api.projection.BatchProjection;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores the daily counts from their topic. Writes only the largest count of a day in a batch. */
@Component
class UsageProjection implements BatchProjection<DailyUsage> {

    private final DayCounts counts;

    UsageProjection(DayCounts counts) {
        this.counts = counts;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> dailyUsage(
            ListenerContainers containers, ProjectionListeners listeners) {
        return containers.container(Topics.DAILY_USAGE, listeners.listener(UsageProjection::read, this));
    }

    /** Empty if the record is unreadable, or no organisation can have made these calls. */
    static Optional<DailyUsage> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.DAILY_USAGE.read(record.value()).filter(UsageProjection::isPossible);
    }

    private static boolean isPossible(DailyUsage usage) {
        return OrganisationId.isValid(usage.organisationId())
                && usage.day().getYear() >= 2_000
                && usage.day().getYear() < 10_000;
    }

    @Override
    public Mono<Void> apply(List<DailyUsage> usages) {
        Map<String, DailyUsage> newest = new HashMap<>();
        usages.forEach(usage -> newest.merge(usage.key(), usage, (a, b) -> a.used() > b.used() ? a : b));
        return counts.learn(newest.values());
    }
}
