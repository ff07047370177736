package io.plugstream.api.projection.trail;

import io.plugstream.api.database.Batches;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.model.organisation.OrganisationId;
import io.r2dbc.spi.Readable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Records in which stretches of the event topics each organisation has events, while the read models are projected. A
 * reader of an organisation's events then reads at most one stretch for each event it finds, however many events of
 * others lie between (ADR 66).
 */
@Component
public class EventTrails {

    /** Offsets in a stretch. A change requires empty tables. */
    static final long STRETCH = 5_000;

    private static final int MOST_DELETED = 1_000;

    private final DatabaseClient database;

    EventTrails(DatabaseClient database) {
        this.database = database;
    }

    /**
     * Records a batch, in the order of its offsets. The known range grows while batches follow each other without a
     * gap; after a gap it begins anew, and earlier offsets count as unknown. It ends with the last batch, so a
     * recreated topic does not inherit it. The commit is asynchronous: if a crash of the database loses the last
     * batches, the next one finds a gap.
     */
    public Mono<Void> note(List<ConsumerRecord<byte[], byte[]>> records) {
        Set<Place> places = new LinkedHashSet<>();
        Map<TopicPartition, Range> ranges = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            ranges.merge(partition, new Range(record.offset(), record.offset() + 1), Range::until);
            String organisation = RecordKey.organisation(record);
            if (OrganisationId.isValid(organisation)) {
                places.add(new Place(organisation, partition, record.offset() / STRETCH));
            }
        }
        return database.sql("""
                        WITH noted AS (
                            INSERT INTO event_trails (organisation_id, topic, partition, stretch)
                            SELECT * FROM unnest(
                                CAST(:organisations AS text[]), CAST(:topics AS text[]),
                                CAST(:partitions AS integer[]), CAST(:stretches AS bigint[]))
                            ON CONFLICT DO NOTHING)
                        INSERT INTO event_trail_ranges AS known (topic, partition, begins, ends)
                        SELECT range.* FROM set_config('synchronous_commit', 'off', true), unnest(
                            CAST(:ranged_topics AS text[]), CAST(:ranged_partitions AS integer[]),
                            CAST(:begins AS bigint[]), CAST(:ends AS bigint[])) AS range
                        ON CONFLICT (topic, partition) DO UPDATE SET
                            begins = CASE WHEN excluded.begins <= known.ends
                                THEN least(known.begins, excluded.begins) ELSE excluded.begins END,
                            ends = excluded.ends""")
                .bind("organisations", places.stream().map(Place::organisation).toArray(String[]::new))
                .bind(
                        "topics",
                        places.stream().map(place -> place.partition().topic()).toArray(String[]::new))
                .bind(
                        "partitions",
                        places.stream()
                                .map(place -> place.partition().partition())
                                .toArray(Integer[]::new))
                .bind("stretches", places.stream().map(Place::stretch).toArray(Long[]::new))
                .bind(
                        "ranged_topics",
                        ranges.keySet().stream().map(TopicPartition::topic).toArray(String[]::new))
                .bind(
                        "ranged_partitions",
                        ranges.keySet().stream().map(one -> one.partition()).toArray(Integer[]::new))
                .bind("begins", ranges.values().stream().map(Range::begins).toArray(Long[]::new))
                .bind("ends", ranges.values().stream().map(Range::ends).toArray(Long[]::new))
                .then()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** The trails of an organisation in all partitions with a known range. */
    public Mono<Map<TopicPartition, Trail>> of(String organisationId) {
        return database.sql("""
                        SELECT noted.topic, noted.partition, noted.begins, noted.ends,
                            array(SELECT stretch FROM event_trails trail
                                WHERE trail.organisation_id = :organisation AND trail.topic = noted.topic
                                    AND trail.partition = noted.partition) AS stretches
                        FROM event_trail_ranges noted""")
                .bind("organisation", organisationId)
                .map(row -> Map.entry(partition(row), trail(row)))
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** The offset after the last event in the read models, for each partition that has any. */
    public Mono<Map<TopicPartition, Long>> ends() {
        return database.sql("SELECT topic, partition, ends FROM event_trail_ranges")
                .map(row -> Map.entry(partition(row), Columns.get(row, "ends", Long.class)))
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    Mono<List<TopicPartition>> partitions() {
        return database.sql("SELECT topic, partition FROM event_trail_ranges")
                .map(EventTrails::partition)
                .all()
                .collectList()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** Deletes the stretches before {@code first}, the first offset that the topic still has. */
    Mono<Long> forget(TopicPartition partition, long first) {
        GenericExecuteSpec some = database.sql("""
                        DELETE FROM event_trails WHERE ctid IN (
                            SELECT ctid FROM event_trails
                            WHERE topic = :topic AND partition = :partition AND stretch < :first LIMIT :most)""")
                .bind("topic", partition.topic())
                .bind("partition", partition.partition())
                .bind("first", first / STRETCH);
        return Batches.delete(some, MOST_DELETED);
    }

    private static TopicPartition partition(Readable row) {
        return new TopicPartition(
                Columns.get(row, "topic", String.class), Columns.get(row, "partition", Integer.class));
    }

    private static Trail trail(Readable row) {
        return new Trail(
                Columns.get(row, "begins", Long.class),
                Columns.get(row, "ends", Long.class),
                new TreeSet<>(List.of(Columns.get(row, "stretches", Long[].class))));
    }

    private record Place(String organisation, TopicPartition partition, long stretch) {}

    private record Range(long begins, long ends) {

        Range until(Range later) {
            return new Range(Math.min(begins, later.begins), Math.max(ends, later.ends));
        }
    }
}
