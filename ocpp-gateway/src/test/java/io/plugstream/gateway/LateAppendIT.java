package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.ConnectionEnd;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.io.EOFException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Kafka stops for longer than a charger waits, and then stores what was sent meanwhile. Messages that the charger
 * repeated, over any number of sockets, are in the topics once.
 */
class LateAppendIT {

    private static final int CHARGERS = 30;

    private static final TestTopics topics = FragileGateway.topics();
    private static final RunningGateway gateway = FragileGateway.gateway();

    @AfterEach
    void recover() throws Exception {
        FragileGateway.recover();
    }

    @Test
    void messagesRepeatedDuringAnOutageAreInTheTopicsOnce() throws Exception {
        List<Driver> drivers = drivers();
        AtomicBoolean silent = new AtomicBoolean();
        atOnce(drivers, Driver::begin);
        Thread silence = Thread.ofVirtual().start(() -> {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> drivers.stream().allMatch(driver -> driver.reports.get() > 10));
            silent.set(true);
            FragileGateway.pauseKafka();
        });
        atOnce(drivers, driver -> driver.reportUntil(silent));
        assertThat(silence.join(Duration.ofMinutes(1))).isTrue();
        atOnce(drivers, Driver::stopInTheSilence);
        FragileGateway.resumeKafka();

        atOnce(drivers, Driver::repeat);
        drivers.forEach(Driver::assertPublishedOnce);
    }

    /**
     * A charger connects and disconnects while Kafka is stopped, after another gateway began to report the end of its
     * former connection. The new connection is never announced. The other gateway is lost, so the new connection must
     * report the former one's end.
     */
    @Test
    void aConnectionThatEndsUnannouncedPublishesTheEndOfTheFormerOne() throws Exception {
        ChargerId id = FragileGateway.newId();
        UUID holder = GatewayPair.IDS.generate();
        HeldConnection former = HeldConnection.opening(
                        GatewayPair.IDS.generate(), holder, Mode.TEST, "ocpp1.6", GatewayPair.now())
                .settled(GatewayPair.now())
                .closing(holder, "no answer to pings", GatewayPair.now());
        topics.write(
                Topics.GATEWAY_BEATS, holder.toString(), new GatewayBeat("other", GatewayPair.now(), 0L, List.of()));
        topics.write(Topics.CONNECTIONS, id, former);
        topics.register(id, "secret");
        gateway.awaitKnown(id);

        FragileGateway.pauseKafka();
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.exchange("StatusNotification", Driver.status(1))
                            .get(0)
                            .intValue())
                    .isEqualTo(4);
        }
        FragileGateway.resumeKafka();

        await().atMost(Duration.ofSeconds(90))
                .until(() -> topics.read(Topics.CONNECTIONS, id).getLast().step() == HeldConnection.Step.CLOSED);
        assertThat(topics.chargerEvents(id)).containsExactly(ConnectionEnd.of(id, former));
    }

    private static List<Driver> drivers() throws Exception {
        List<ChargerId> ids =
                Stream.generate(FragileGateway::newId).limit(CHARGERS).toList();
        topics.registerAll(ids, "secret");
        gateway.awaitKnown(ids.getLast());
        return ids.stream().map(Driver::new).toList();
    }

    private interface Step {
        void run(Driver driver) throws Exception;
    }

    private static void atOnce(List<Driver> drivers, Step step) throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (Driver driver : drivers) {
            threads.add(Thread.ofVirtual()
                    .uncaughtExceptionHandler((_, failure) -> failures.add(failure))
                    .start(() -> {
                        try {
                            step.run(driver);
                        } catch (Exception e) {
                            throw new AssertionError(driver.id + " failed", e);
                        }
                    }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
        }
        assertThat(failures).isEmpty();
    }

    /** A charger that reports statuses. Every second one ends its transaction while Kafka is stopped. */
    private static final class Driver {

        private final ChargerId id;
        private final boolean stopsInTheSilence;
        private final List<TestCharger> sockets = new ArrayList<>();
        private final AtomicInteger reports = new AtomicInteger();
        private int first;
        private int second;

        Driver(ChargerId id) {
            this.id = id;
            this.stopsInTheSilence = id.hashCode() % 2 == 0;
        }

        void begin() throws Exception {
            connect();
            first = start(1500);
        }

        /** Ends with a report that is not acknowledged. Before the silence, a slow broker may cause some, too. */
        void reportUntil(AtomicBoolean silent) throws Exception {
            while (true) {
                if (isAnswered(exchange("StatusNotification", status(reports.get())))) {
                    reports.incrementAndGet();
                } else if (silent.get()) {
                    return;
                }
            }
        }

        void stopInTheSilence() throws Exception {
            if (stopsInTheSilence) {
                TestCharger charger = sockets.getLast();
                charger.send("[2,\"stop\",\"StopTransaction\"," + stop(first).replace('\'', '"') + "]");
                assertThat(charger.awaitClose()).isEqualTo(1013);
                sockets.add(gateway.connect(id));
            }
        }

        void repeat() throws Exception {
            untilAnswered(() -> exchange("StatusNotification", status(reports.get())));
            untilAnswered(() -> exchange("StopTransaction", stop(first)));
            second = start(2500);
            assertThat(start(2500)).isEqualTo(second);
            sockets.getLast().close();
        }

        private JsonNode exchange(String action, String payload) throws Exception {
            if (sockets.getLast().isClosed()) {
                connect();
            }
            return sockets.getLast().exchange(action, payload);
        }

        /** Returns after the announcement. The message is recorded outside the topics that are compared. */
        private void connect() throws Exception {
            sockets.add(gateway.connect(id));
            untilAnswered(() -> sockets.getLast().exchange("DataTransfer", "{'vendorId':'none'}"));
        }

        private int start(int meterStart) {
            String start = "{'connectorId':1,'idTag':'TAG','meterStart':" + meterStart
                    + ",'timestamp':'2026-11-21T09:00:00Z'}";
            return untilAnswered(() -> exchange("StartTransaction", start))
                    .get("transactionId")
                    .intValue();
        }

        private static JsonNode untilAnswered(Callable<JsonNode> exchange) {
            return await().atMost(Duration.ofSeconds(60))
                    .pollInterval(100, TimeUnit.MILLISECONDS)
                    .ignoreExceptionsInstanceOf(EOFException.class)
                    .until(exchange, Driver::isAnswered)
                    .get(2);
        }

        private static boolean isAnswered(JsonNode answer) {
            return answer.get(0).intValue() == 3;
        }

        private static String stop(int transaction) {
            return "{'transactionId':" + transaction + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}";
        }

        private static String status(int number) {
            return "{'connectorId':1,'errorCode':'NoError','status':'Charging','info':'" + number
                    + "','timestamp':'2026-11-21T09:01:00Z'}";
        }

        void assertPublishedOnce() {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(topics.chargerEvents(id)).hasSizeGreaterThanOrEqualTo(2 * sockets.size()));
            List<ChargerEvent> connections = data(topics.chargerEvents(id));
            assertThat(connections).as("connections of %s", id).hasSize(2 * sockets.size());
            for (int event = 0; event < connections.size(); event += 2) {
                assertThat(connections.get(event)).isEqualTo(new ChargerConnected(id.chargeBoxId()));
                assertThat(connections.get(event + 1))
                        .isIn(
                                event + 2 < connections.size()
                                        ? List.of(ended("not recorded"), ended("replaced"))
                                        : List.of(ended("closed")));
            }
            assertThat(data(topics.transactionEvents(id)))
                    .as("transactions of %s", id)
                    .containsExactly(
                            new TransactionStarted(first, id.chargeBoxId(), 1, "TAG", 1500),
                            new TransactionStopped(first, id.chargeBoxId(), 1, null, 1500L, 2000, 500L, "Local"),
                            new TransactionStarted(second, id.chargeBoxId(), 1, "TAG", 2500));
            assertThat(data(topics.connectorEvents(id)))
                    .as("statuses of %s", id)
                    .extracting(data -> ((ConnectorStatusChanged) data).info())
                    .containsExactlyElementsOf(IntStream.rangeClosed(0, reports.get())
                            .mapToObj(Integer::toString)
                            .toList());
            assertThat(topics.chargerEvents(id))
                    .extracting(EventRecord::eventId)
                    .doesNotHaveDuplicates();
        }

        private ChargerEvent ended(String reason) {
            return new ChargerDisconnected(id.chargeBoxId(), reason);
        }

        private static List<ChargerEvent> data(List<EventRecord> records) {
            return records.stream().map(EventRecord::data).toList();
        }
    }
}
