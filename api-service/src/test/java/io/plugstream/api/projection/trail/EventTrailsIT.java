package io.plugstream.api.projection.trail;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import io.r2dbc.spi.ConnectionFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

class EventTrailsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long STRETCH = EventTrails.STRETCH;

    private static ConnectionFactory connections;
    private static EventTrails trails;

    private final TopicPartition partition = new TopicPartition("topic-" + UUID.randomUUID(), 3);

    @BeforeAll
    static void start() {
        Database database = Database.fresh(RealParts.postgres());
        connections = database.connections();
        trails = new EventTrails(DatabaseClient.create(connections));
    }

    @Test
    void eachOrganisationHasTheStretchesOfItsEvents() {
        note(record("a/CP", 10), record("b/CP", 11), record("a/CP", 12));
        note(record("b/CP", 13), record("b/CP", 2 * STRETCH));

        assertThat(trail("a")).isEqualTo(new Trail(10, 2 * STRETCH + 1, stretches(0)));
        assertThat(trail("b").stretches()).isEqualTo(stretches(0, 2));
        assertThat(trail("c").stretches()).isEmpty();
    }

    @Test
    void repeatedBatchesChangeNothing() {
        note(record("a/CP", 10), record("a/CP", 11), record("a/CP", 12));
        note(record("a/CP", 11), record("a/CP", 12));
        assertThat(trail("a")).isEqualTo(new Trail(10, 13, stretches(0)));
    }

    @Test
    void aGapRestartsTheKnownRange() {
        note(record("a/CP", 10));
        note(record("a/CP", 12));
        assertThat(trail("a")).isEqualTo(new Trail(12, 13, stretches(0)));
    }

    @Test
    void aRecreatedTopicRestartsTheKnownRange() {
        note(record("a/CP", 3 * STRETCH));
        note(record("b/CP", 0), record("b/CP", 1));

        assertThat(trail("a")).isEqualTo(new Trail(0, 2, stretches(3)));
        assertThat(trail("a").next(3)).isEqualTo(3);
    }

    @Test
    void invalidKeysDoNotPreventNoting() {
        note(
                record(null, 0),
                record("no organisation", 1),
                record("nul\0/CP", 2),
                record("x".repeat(10_000) + "/CP", 3),
                record("a/CP", 4));
        assertThat(trail("a")).isEqualTo(new Trail(0, 5, stretches(0)));
    }

    @Test
    void stretchesOfExpiredRecordsAreForgotten() {
        note(record("a/CP", 10), record("a/CP", STRETCH), record("a/CP", 2 * STRETCH));
        assertThat(trails.forget(partition, STRETCH + 5).block(TIMEOUT)).isOne();
        assertThat(trail("a").stretches()).isEqualTo(stretches(1, 2));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static void note(ConsumerRecord<byte[], byte[]>... records) {
        trails.note(Arrays.asList(records)).block(TIMEOUT);
    }

    private Trail trail(String organisation) {
        return Objects.requireNonNull(trails.of(organisation).block(TIMEOUT)).getOrDefault(partition, Trail.UNKNOWN);
    }

    private static NavigableSet<Long> stretches(long... numbers) {
        return new TreeSet<>(LongStream.of(numbers).boxed().toList());
    }

    @SuppressWarnings("NullAway") // Kafka's classes have no nullness annotations; a record may have no key.
    private ConsumerRecord<byte[], byte[]> record(@Nullable String key, long offset) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                new byte[0]);
    }
}
