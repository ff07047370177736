package io.plugstream.benchmark.start;

import io.plugstream.benchmark.platform.Clients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;

/**
 * A compacted topic and its content, as its real writer would write it.
 *
 * @param share of all keys, in hundredths
 */
record Table<K, V>(Topic<K, V> topic, int share, IntFunction<K> key, Update<V> value) {

    /** Chargers of an organisation. */
    private static final int FLEET = 100;

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** The tables of a platform whose chargers each have a connection, a connector and a transaction. */
    static final List<Table<?, ?>> ALL = List.of(
            new Table<>(
                    Topics.CHARGER_REGISTRATIONS,
                    20,
                    Table::charger,
                    (number, _) -> new ChargerRegistration(
                            organisation(number), chargeBox(number), Mode.LIVE, "0123456789abcdef".repeat(4), BEGIN)),
            new Table<>(Topics.CONNECTIONS, 20, Table::charger, Table::connection),
            new Table<>(Topics.OPEN_TRANSACTIONS, 15, Table::charger, Table::transactions),
            new Table<>(
                    Topics.CONNECTOR_STATES,
                    15,
                    Table::charger,
                    (number, turn) -> new ConnectorStates(
                            Map.of(
                                    1,
                                    new ConnectorStates.State(
                                            turn % 2 == 0 ? "Available" : "Charging", "NoError", null)),
                            BEGIN,
                            Map.of(),
                            Map.of(),
                            new UUID(turn, number))),
            new Table<>(Topics.SEEN_READINGS, 10, Table::charger, Table::readings),
            new Table<>(Topics.WEBHOOK_REGISTRATIONS, 10, number -> "org-" + number, Table::webhooks),
            new Table<>(Topics.DAILY_USAGE, 10, number -> usage(number, 0).key(), Table::usage));

    /** The value of a key after that many updates. */
    interface Update<V> {
        V at(int number, int turn);
    }

    /**
     * Writes each key once in each turn, in large batches.
     *
     * @param first the first turn; earlier ones have been written
     */
    void fill(Clients clients, int keys, int first, int turns) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer =
                clients.producer(Map.of("linger.ms", 20, "batch.size", 256 * 1024))) {
            for (int turn = first; turn < first + turns; turn++) {
                for (int number = 0; number < keys; number++) {
                    var _ = producer.send(topic.record(key.apply(number), value.at(number, turn)), (_, e) -> {
                        if (e != null) {
                            failure.set(e);
                        }
                    });
                }
            }
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("not all records were accepted", failed);
        }
    }

    private static ChargerId charger(int number) {
        return new ChargerId(organisation(number), chargeBox(number));
    }

    private static String organisation(int number) {
        return "org-" + number / FLEET;
    }

    private static String chargeBox(int number) {
        return "CP-" + number % FLEET;
    }

    /** A closed connection, so that no gateway has to report its end. */
    private static HeldConnection connection(int number, int turn) {
        Instant at = BEGIN.plusSeconds(turn);
        UUID connection = new UUID(0x0192f0c17a3e7000L + turn, number);
        return HeldConnection.opening(connection, new UUID(1, 1), Mode.LIVE, "ocpp1.6", at)
                .settled(at)
                .closing(new UUID(1, 1), "closed", at)
                .settled(at);
    }

    private static ChargerTransactions transactions(int number, int turn) {
        return new ChargerTransactions(
                turn + 1,
                List.of(new ChargerTransactions.Entry(
                        1, 1, "TAG", 100, BEGIN, new UUID(turn, number), BEGIN.plusSeconds(turn), null, null)),
                List.of());
    }

    /** Three moments with ten readings each. */
    private static SeenReadings readings(int number, int turn) {
        ByteBuffer bytes = ByteBuffer.allocate(3 * (Long.BYTES + Short.BYTES + 10 * Long.BYTES));
        for (int moment = 0; moment < 3; moment++) {
            bytes.putLong(BEGIN.plusSeconds(turn + moment).toEpochMilli()).putShort((short) 10);
            for (int reading = 0; reading < 10; reading++) {
                bytes.putLong(31L * number + 10L * moment + reading);
            }
        }
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
        return new SeenReadings(List.of(new SeenReadings.OfTransaction(1, BEGIN, encoded)));
    }

    private static OrganisationWebhooks webhooks(int number, int turn) {
        return new OrganisationWebhooks(
                "org-" + number,
                List.of(new WebhookRegistration(
                        new UUID(turn, number).toString(),
                        Mode.LIVE,
                        "https://example.com/" + number,
                        Set.of(EventType.CHARGER_BOOT, EventType.TRANSACTION_STOPPED),
                        true,
                        List.of(new SigningSecret("0123456789abcdef".repeat(4), null)))));
    }

    private static DailyUsage usage(int number, int turn) {
        return new DailyUsage(organisation(number), LocalDate.EPOCH.plusDays(number % FLEET), turn + 1L, 10_000);
    }
}
