package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SlowResultsIT {

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** One statement for all results would take longer than a statement may, and would be retried for ever. */
    @Test
    void slowBatchesOfResultsAreStoredInSmallerOnes() {
        Database database = service.database();
        database.run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, 'slow', 'live', 'CP', 'Reset',
                    'sent', now(), now() + interval '1 hour'
                FROM generate_series(0, 249) AS number""");
        database.slowWrites("commands");
        List<ConsumerRecord<byte[], byte[]>> records = IntStream.range(0, 250)
                .mapToObj(number -> record(
                        number,
                        new CommandResult.Failed(
                                UUID.fromString("00000000-0000-4000-8000-%012d".formatted(number)),
                                Instant.now(),
                                CommandFailure.CONNECTION_LOST)))
                .toList();

        store(records);

        assertThat(database.ask("SELECT count(*) FROM commands WHERE status = 'failed'"))
                .isEqualTo("250");
    }

    /** A refused result would be retried for ever, and no later command of its charger would end. */
    @Test
    void aRefusedResultDoesNotStopTheOthers() {
        Database database = service.database();
        database.run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT ('00000000-0000-4000-9000-' || lpad(number::text, 12, '0'))::uuid, 'refused', 'live', 'CP',
                    'Reset', 'sent', now(), now() + interval '1 hour'
                FROM generate_series(0, 2) AS number""");
        List<ConsumerRecord<byte[], byte[]>> records = IntStream.range(0, 3)
                .mapToObj(number -> record(
                        number,
                        new CommandResult.Refused(
                                UUID.fromString("00000000-0000-4000-9000-%012d".formatted(number)),
                                number == 1 ? Instant.parse("+300000-01-01T00:00:00Z") : Instant.now(),
                                "InternalError",
                                "")))
                .toList();

        store(records);

        assertThat(database.ask(
                        "SELECT count(*) FROM commands WHERE organisation_id = 'refused' AND status = 'failed'"))
                .isEqualTo("2");
    }

    private static void store(List<ConsumerRecord<byte[], byte[]>> records) {
        service.bean(ProjectionListeners.class)
                .listener(record -> Topics.COMMAND_RESULTS.read(record.value()), service.bean(ResultProjection.class))
                .onMessage(records);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, CommandResult result) {
        String topic = Topics.COMMAND_RESULTS.name();
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                Topics.COMMAND_RESULTS.keys().serializer().serialize(topic, new ChargerId("slow", "CP")),
                Topics.COMMAND_RESULTS.values().serializer().serialize(topic, result));
    }
}
