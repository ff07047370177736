package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.event.EventType;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class DeliveryProjectionIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    static RunningService service;
    static Database database;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
        database = service.database();
        await().atMost(TIMEOUT).until(() -> partitions() >= 11);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void replaysGiveTheSameResultAndTheFirstOutcomeIsKept() {
        List<DeliveryRecord> steps = new ArrayList<>();
        Claimed delivered = claim("replayed");
        Claimed unknown = claim("replayed");
        Claimed open = claim("replayed");
        steps.add(delivered);
        steps.add(unknown);
        steps.add(DeliveryLog.end(delivered, Outcome.DELIVERED));
        steps.add(DeliveryLog.end(unknown, Outcome.UNKNOWN));
        steps.add(open);
        steps.add(DeliveryLog.end(unknown, Outcome.DELIVERED));
        steps.add(DeliveryLog.end(delivered, Outcome.UNKNOWN));

        Random random = new Random(4);
        for (int replay = 0; replay < 10; replay++) {
            List<DeliveryRecord> left = new ArrayList<>(steps);
            while (!left.isEmpty()) {
                List<DeliveryRecord> batch = left.subList(0, 1 + random.nextInt(left.size()));
                apply(List.copyOf(batch));
                batch.clear();
            }
            assertThat(outcomes("replayed")).isEqualTo("delivered:204:30 open:: unknown::");
            assertThat(ledger("replayed")).isEqualTo("claimed:3 delivered:1 unknown:1");
        }
    }

    @Test
    void anOutcomeBeforeItsClaimCounts() {
        Claimed early = claim("early");
        Claimed late = claim("early");

        apply(List.of(DeliveryLog.end(early, Outcome.DELIVERED)));
        assertThat(ledger("early")).isEqualTo("claimed:1 delivered:1");
        apply(List.of(DeliveryLog.end(early, Outcome.UNKNOWN)));
        apply(List.of(early, late));
        apply(List.of(early, DeliveryLog.end(late, Outcome.SHED)));

        assertThat(outcomes("early")).isEqualTo("delivered:204:30 shed::");
        assertThat(ledger("early")).isEqualTo("claimed:2 delivered:1 shed:1");
    }

    /** A second write of the row would double its cost. */
    @Test
    void aDeliveryWithClaimAndOutcomeInOneBatchIsWrittenOnce() {
        Claimed first = claim("together");
        Claimed second = claim("together");

        apply(List.of(first, second, DeliveryLog.end(first, Outcome.DELIVERED), DeliveryLog.end(second, Outcome.SHED)));

        assertThat(outcomes("together")).isEqualTo("delivered:204:30 shed::");
        assertThat(ledger("together")).isEqualTo("claimed:2 delivered:1 shed:1");
        assertThat(database.ask("SELECT count(*) FROM webhook_deliveries WHERE webhook_id = 'together'"
                        + " AND xmax::text <> '0'"))
                .isEqualTo("0");
    }

    @Test
    void deliveriesOlderThanTheRetentionAreSkippedAndFutureOnesStored() {
        Instant now = Instant.now();
        Claimed old = claim("aged", now.minus(Duration.ofDays(7)).minusSeconds(1));
        Claimed kept = claim("aged", now.minus(Duration.ofDays(7)).plus(Duration.ofMinutes(5)));
        Claimed ahead = claim("aged", now.plus(Duration.ofDays(5)));

        apply(List.of(old, DeliveryLog.end(old, Outcome.SHED), kept, ahead));

        assertThat(database.ask("SELECT count(*) FROM webhook_deliveries WHERE webhook_id = 'aged'"))
                .isEqualTo("2");
        assertThat(partition(LocalDate.ofInstant(ahead.claimedAt(), ZoneOffset.UTC)))
                .isEqualTo("1");
        database.run("DROP TABLE webhook_deliveries_" + name(LocalDate.ofInstant(ahead.claimedAt(), ZoneOffset.UTC)));
    }

    @Test
    void replicasPrepareAndDropDaysConcurrently() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        LocalDate past = today.minusDays(10);
        LocalDate spare = today.minusDays(9);
        LocalDate coming = today.plusDays(2);
        database.run("SELECT make_webhook_deliveries_partition(?::date)", past.toString());
        database.run("SELECT make_webhook_deliveries_partition(?::date)", spare.toString());
        database.run("DROP TABLE webhook_deliveries_" + name(coming));
        DeliveryPartitions partitions = service.bean(DeliveryPartitions.class);

        Flux.range(0, 8).flatMap(_ -> partitions.keepUp(), 8).then().block(TIMEOUT);

        assertThat(partition(past)).isEqualTo("0");
        assertThat(partition(spare)).isEqualTo("1");
        assertThat(partition(coming)).isEqualTo("1");
        assertThat(partition(today.plusDays(3))).isEqualTo("1");
    }

    @Test
    void aReplicaWhoseClockIsAheadDropsNoDayInUse() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        apply(List.of(claim("in-use")));
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofDays(500));
        DeliveryPartitions partitions = new DeliveryPartitions(service.bean(DatabaseClient.class), ahead);

        partitions.keepUp().then(partitions.forgetCounts()).block(TIMEOUT);

        assertThat(outcomes("in-use")).isEqualTo("open::");
        assertThat(ledger("in-use")).isEqualTo("claimed:1");
        assertThat(partition(today.minusDays(7))).isEqualTo("1");
        assertThat(partition(today.plusDays(500))).isEqualTo("0");
    }

    @Test
    void countsOfDroppedDaysAreDeletedInBatches() {
        database.run("""
                INSERT INTO webhook_delivery_counts (webhook_id, day, state, deliveries)
                SELECT 'counted', (now() AT TIME ZONE 'UTC')::date - age, 'state-' || n, 1
                FROM unnest(ARRAY[8, 11]) AS age, generate_series(1, 7000) AS n""");
        database.slowDeletes("webhook_delivery_counts");

        assertThat(service.bean(DeliveryPartitions.class).forgetCounts().block(Duration.ofMinutes(1)))
                .isEqualTo(7_000);

        assertThat(database.ask("SELECT count(*) FROM webhook_delivery_counts WHERE webhook_id = 'counted'"
                        + " AND day = (now() AT TIME ZONE 'UTC')::date - 8"))
                .isEqualTo("7000");
    }

    @Test
    void listsReadAnIndexOfTheRequestedDaysOnly() {
        assertThat(database.ask(
                        "SELECT count(*) FROM pg_inherits WHERE inhparent = 'webhook_deliveries_listed'::regclass"))
                .isEqualTo(Long.toString(partitions()));
        assertThat(database.ask(
                        "SELECT count(*) FROM pg_inherits WHERE inhparent = 'webhook_deliveries_pkey'::regclass"))
                .isEqualTo(Long.toString(partitions()));
    }

    @Test
    void invalidRecordsAreParkedAndOthersAreStored() throws Exception {
        Claimed good = claim("poisoned");
        try (DeliveryLog log = new DeliveryLog(RealParts.kafka());
                KafkaProducer<byte[], byte[]> raw = new KafkaProducer<>(
                        Map.of("bootstrap.servers", RealParts.kafka().bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (String poison : List.of("not JSON", "{\"step\":\"claimed\"}", "{\"step\":\"ended\"}")) {
                raw.send(new ProducerRecord<>(
                                Topics.WEBHOOK_DELIVERIES.name(),
                                "poisoned".getBytes(StandardCharsets.UTF_8),
                                poison.getBytes(StandardCharsets.UTF_8)))
                        .get(20, TimeUnit.SECONDS);
            }
            log.append(good, DeliveryLog.end(good, Outcome.REJECTED));
        }

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(outcomes("poisoned")).isEqualTo("rejected:500:30"));
    }

    private static Claimed claim(String webhook) {
        return claim(webhook, Instant.now());
    }

    private static Claimed claim(String webhook, Instant at) {
        return DeliveryLog.claim("acme", webhook, EventType.CHARGER_BOOT, at.truncatedTo(ChronoUnit.MILLIS));
    }

    private static void apply(List<DeliveryRecord> steps) {
        Mono<Void> applied = service.bean(DeliveryProjection.class).apply(steps);
        service.bean(TransactionalOperator.class).transactional(applied).block(TIMEOUT);
    }

    private static String outcomes(String webhook) {
        return database.ask(
                "SELECT string_agg(concat(coalesce(outcome, 'open'), ':', response_status, ':', duration_ms), ' '"
                        + " ORDER BY coalesce(outcome, 'open')) FROM webhook_deliveries WHERE webhook_id = ?",
                webhook);
    }

    private static String ledger(String webhook) {
        return database.ask(
                "SELECT string_agg(concat(state, ':', deliveries), ' ' ORDER BY state) FROM webhook_delivery_counts"
                        + " WHERE webhook_id = ?",
                webhook);
    }

    private static long partitions() {
        return Long.parseLong(
                database.ask("SELECT count(*) FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass"));
    }

    private static String partition(LocalDate day) {
        return database.ask(
                "SELECT count(*) FROM pg_inherits JOIN pg_class ON oid = inhrelid"
                        + " WHERE inhparent = 'webhook_deliveries'::regclass AND relname = ?",
                "webhook_deliveries_" + name(day));
    }

    private static String name(LocalDate day) {
        return DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }
}
