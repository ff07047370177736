package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.SeenReadings;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Chargers send readings in any order, repeat them in whole or in part, lose answers, change gateways, and use gateways
 * that crash. The model is a list. A charger repeats a message until it is answered, as OCPP requires.
 */
class RepeatedReadingsTest {

    private static final ChargerId CHARGER = new ChargerId("demo", "CP-1");
    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");

    /** The outcome of one attempt to send a message. */
    enum Fate {
        ANSWERED,
        /** The charger sends the message again, to another gateway. */
        ANSWER_LOST,
        NOT_TAKEN,
        /** The append timed out but succeeded. */
        TAKEN_UNNOTICED,
        /** The gateway crashed after the event but before it stored the readings. */
        MEMORY_LOST
    }

    /**
     * A message and the outcome of each attempt; after the last one the charger gets an answer.
     *
     * @param again the earlier message to repeat instead, counted from the newest; 0: none
     */
    record Message(
            int transaction,
            List<Integer> moments,
            int values,
            int again,
            boolean inPart,
            boolean reconnect,
            List<Fate> fates) {}

    @Property(tries = 400)
    void everyReadingIsInExactlyOneEvent(@ForAll("histories") List<Message> history) throws Exception {
        World world = new World();
        for (Message message : history) {
            world.send(message);
        }
        assertThat(world.readings()).isEqualTo(world.answered);
        assertThat(world.doubled()).isEmpty();
    }

    @Provide
    Arbitrary<List<Message>> histories() {
        Arbitrary<List<Integer>> moments = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 60).list().ofMinSize(1).ofMaxSize(4),
                Arbitraries.integers().between(0, 10_000).list().ofMinSize(1).ofMaxSize(2));
        Arbitrary<Message> message = Combinators.combine(
                        Arbitraries.integers().between(1, 2),
                        moments,
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.frequencyOf(
                                net.jqwik.api.Tuple.of(2, Arbitraries.just(0)),
                                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(1, 40))),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false, false),
                        Arbitraries.of(Fate.class).list().ofMaxSize(3))
                .as(Message::new);
        return message.list().ofMaxSize(60);
    }

    /** The log, the table and the charger's current connection. */
    private static final class World implements ReadingLog {

        private final Map<UUID, Set<Object>> events = new HashMap<>();
        private final List<List<MeterValue>> sent = new ArrayList<>();
        private final List<Integer> transactions = new ArrayList<>();
        private final Set<Object> answered = new HashSet<>();
        private SeenReadings table = new SeenReadings(List.of());
        /** Holds so few readings that most are soon dropped. */
        private final Histories histories = new Histories(40);

        private PublishedReadings published = new PublishedReadings(this, histories, CHARGER);
        private boolean remembers = true;

        void send(Message message) throws NotAcknowledgedException {
            boolean again = message.again() > 0 && message.again() <= sent.size();
            int former = sent.size() - message.again();
            int transaction = again ? transactions.get(former) : message.transaction();
            List<MeterValue> values = new ArrayList<>();
            if (again) {
                values.addAll(sent.get(former));
            }
            if (!again || message.inPart()) {
                values.addAll(fresh(message));
            }
            sent.add(values);
            transactions.add(transaction);
            if (message.reconnect()) {
                reconnect();
            }
            for (Fate fate : message.fates()) {
                attempt(transaction, values, fate);
            }
            attempt(transaction, values, Fate.ANSWERED);
            values.forEach(value -> answered.add(List.of(transaction, value)));
        }

        private static List<MeterValue> fresh(Message message) {
            List<MeterValue> values = new ArrayList<>();
            for (int moment : message.moments()) {
                for (int value = 0; value < message.values(); value++) {
                    values.add(new MeterValue(
                            BEGIN.plusSeconds(moment),
                            "Voltage",
                            BigDecimal.valueOf(value),
                            "V",
                            "L1",
                            "Outlet",
                            null));
                }
            }
            return values;
        }

        private void attempt(int transaction, List<MeterValue> values, Fate fate) throws NotAcknowledgedException {
            Entry entry = entry(transaction);
            NormalisedValues all = new NormalisedValues(values, List.of());
            NormalisedValues unseen = published.unseen(all, entry);
            if (!unseen.isEmpty() && fate == Fate.NOT_TAKEN) {
                return;
            }
            if (!unseen.isEmpty()) {
                // Readers of the log use the first event with an id.
                events.putIfAbsent(
                        ReadingEventId.of(CHARGER, transaction, all, 0),
                        unseen.numbers().stream()
                                .map(value -> (Object) List.of(transaction, value))
                                .collect(Collectors.toSet()));
            }
            if (!unseen.isEmpty() && fate == Fate.TAKEN_UNNOTICED) {
                return;
            }
            remembers = fate != Fate.MEMORY_LOST;
            if (!published.holds(all, entry)) {
                published.add(all, entry, List.of(entry(1), entry(2)));
            }
            remembers = true;
            if (fate != Fate.ANSWERED) {
                reconnect();
            }
        }

        private void reconnect() {
            published = new PublishedReadings(this, histories, CHARGER);
        }

        private static Entry entry(int transaction) {
            return new Entry(transaction, 1, "TAG", 0, BEGIN, new UUID(7, transaction), BEGIN, null, null);
        }

        Set<Object> readings() {
            return events.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        }

        /** Readings in more than one event. An event with the same id is a copy that readers recognise. */
        Set<Object> doubled() {
            Set<Object> once = new HashSet<>();
            return events.values().stream()
                    .flatMap(Set::stream)
                    .filter(reading -> !once.add(reading))
                    .collect(Collectors.toSet());
        }

        @Override
        public SeenReadings load(ChargerId charger) {
            return table;
        }

        @Override
        public void remember(ChargerId charger, SeenReadings seen) {
            if (remembers) {
                table = seen;
            }
        }

        @Override
        public Optional<Set<ReadingFingerprint>> published(ChargerId charger, int transactionId, Instant since) {
            return Optional.of(readings().stream()
                    .map(List.class::cast)
                    .filter(reading -> reading.get(0).equals(transactionId))
                    .map(reading -> ReadingFingerprint.of((MeterValue) reading.get(1)))
                    .collect(Collectors.toSet()));
        }
    }
}
