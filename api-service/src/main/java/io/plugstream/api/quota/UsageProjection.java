package io.plugstream.api.quota;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Halves;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;

/** Stores the daily counts from their topic. Writes only the largest count of a day in a batch. */
@Component
final class UsageProjection implements BatchMessageListener<byte[], byte[]> {

    private final DayCounts counts;
    private final DeadLetters deadLetters;

    UsageProjection(DayCounts counts, DeadLetters deadLetters) {
        this.counts = counts;
        this.deadLetters = deadLetters;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> dailyUsage(ListenerContainers containers) {
        return containers.container(Topics.DAILY_USAGE, this);
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        List<CompletableFuture<?>> parked = new ArrayList<>();
        Map<String, DailyUsage> newest = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<DailyUsage> usage = read(record);
            if (usage.isPresent()) {
                newest.merge(usage.get().key(), usage.get(), (a, b) -> a.used() > b.used() ? a : b);
            } else if (record.value() != null) {
                parked.add(deadLetters.park(record, "not a count of a day"));
            }
        }
        if (!newest.isEmpty()) {
            Halves.apply(
                    List.copyOf(newest.values()), some -> counts.learn(some).block(DatabaseTimeouts.BATCH));
        }
        DeadLetters.await(parked);
    }

    private static Optional<DailyUsage> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.DAILY_USAGE.read(record.value()).filter(UsageProjection::isWhole);
    }

    @SuppressWarnings("ConstantValue") // Jackson sets absent fields to null.
    private static boolean isWhole(DailyUsage usage) {
        return usage.organisationId() != null
                && usage.day() != null
                && OrganisationId.isValid(usage.organisationId())
                && usage.day().getYear() >= 2_000
                && usage.day().getYear() < 10_000;
    }
}
