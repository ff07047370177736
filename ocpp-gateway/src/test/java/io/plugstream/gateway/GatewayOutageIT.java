package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Kafka stops responding while chargers send messages. */
class GatewayOutageIT {

    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";
    private static final String STATUS = "{'connectorId':1,'errorCode':'NoError','status':'Charging'}";
    private static final String VALUE = "{'timestamp':'2026-11-21T09:05:00Z','sampledValue':[{'value':'1700'}]}";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ChargerId ID = new ChargerId("demo", "CP-1");

    /** Otherwise an outage of some minutes would lose starts and stops (ADR 106). */
    @Test
    void chargersKeepTheMessagesOfTransactionsInAnOutage() throws Exception {
        ChargerId stopping = new ChargerId("demo", "CP-2");
        ChargerId metering = new ChargerId("demo", "CP-3");
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.publish.acknowledgement-timeout=2s")) {
            topics.registerAll(List.of(ID, stopping, metering), "secret");
            gateway.awaitKnown(metering);
            try (ForgetfulCharger starter = new ForgetfulCharger(gateway, ID);
                    ForgetfulCharger stopper = new ForgetfulCharger(gateway, stopping);
                    ForgetfulCharger meter = new ForgetfulCharger(gateway, metering)) {
                starter.untilAnswered("Heartbeat", "{}");
                int second = stopper.start(START.formatted(1));
                int third = meter.start(START.formatted(1));

                kafka.pause();
                FutureTask<Integer> start = atOnce(() -> starter.start(START.formatted(1)));
                FutureTask<?> stop = atOnce(() -> stopper.untilAnswered("StopTransaction", stop(second)));
                FutureTask<?> reading = atOnce(() -> meter.untilAnswered("MeterValues", reading(third)));
                await().atMost(LONG)
                        .until(() -> Stream.of(starter, stopper, meter).allMatch(charger -> charger.failures() >= 3));
                kafka.resume();

                int first = start.get(60, TimeUnit.SECONDS);
                stop.get(60, TimeUnit.SECONDS);
                reading.get(60, TimeUnit.SECONDS);
                assertThat(data(topics, ID)).containsExactly(new TransactionStarted(first, "CP-1", 1, "TAG", 1500));
                assertThat(data(topics, stopping))
                        .containsExactly(
                                new TransactionStarted(second, "CP-2", 1, "TAG", 1500),
                                new TransactionStopped(second, "CP-2", 1, null, 1500L, 2000, 500L, "Local"));
                assertThat(data(topics, metering))
                        .hasSize(2)
                        .last()
                        .isInstanceOfSatisfying(
                                TransactionUpdated.class,
                                event -> assertThat(event.meterValues()).hasSize(1));
            }
        }
    }

    @Test
    void messagesOutsideTransactionsAreRefusedOverAnOpenSocket() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.publish.acknowledgement-timeout=2s")) {
            topics.register(ID, "secret");
            try (TestCharger charger = connected(gateway)) {
                startTransaction(charger, 1);

                kafka.pause();
                assertRefused(charger, "StatusNotification", STATUS);
                assertRefused(charger, "MeterValues", "{'connectorId':1,'meterValue':[" + VALUE + "]}");
                assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
                charger.send("[2,\"stop\",\"StopTransaction\"," + stop(1).replace('\'', '"') + "]");
                assertThat(charger.awaitClose()).isEqualTo(1013);
                assertThat(gateway.bean(MeterRegistry.class)
                                .get("plugstream.gateway.messages")
                                .tags("action", "StopTransaction", "outcome", "unrecorded")
                                .counter()
                                .count())
                        .isEqualTo(1);
                kafka.resume();
            }
        }
    }

    @Test
    void confirmedMessagesAreInTheTopicOnceAfterAnOutageOfKafka() throws Exception {
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.publish.acknowledgement-timeout=2s")) {
            topics.register(ID, "secret");
            gateway.awaitKnown(ID);
            try (ForgetfulCharger charger = new ForgetfulCharger(gateway, ID)) {
                List<Integer> answered = new CopyOnWriteArrayList<>();
                AtomicBoolean enough = new AtomicBoolean();
                FutureTask<Void> load = new FutureTask<>(() -> {
                    for (int connector = 1; !enough.get(); connector++) {
                        answered.add(charger.start(START.formatted(connector)));
                    }
                    return null;
                });
                Thread.ofVirtual().start(load);
                await().atMost(LONG).until(() -> answered.size() >= 20);

                kafka.pause();
                await().atMost(LONG).until(() -> charger.failures() > 0);
                kafka.resume();
                int before = answered.size();
                await().atMost(LONG).until(() -> answered.size() >= before + 20);
                enough.set(true);
                load.get(30, TimeUnit.SECONDS);

                assertThat(topics.transactionEvents(ID))
                        .extracting(event -> ((TransactionStarted) event.data()).transactionId())
                        .as("%d answered, %d refused meanwhile", answered.size(), charger.failures())
                        .containsExactlyElementsOf(answered);
            }
        }
    }

    @Test
    void aStopThatLeavesConnectionsIsLogged() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.plugstream.gateway.connection.Connections");
        try (Kafka kafka = RealParts.newKafka();
                TestTopics topics = new TestTopics(kafka.bootstrapServers());
                RunningGateway gateway = RunningGateway.start(
                        kafka.bootstrapServers(), "plugstream.gateway.connection.shutdown-timeout=100ms")) {
            topics.register(ID, "secret");
            TestCharger charger = connected(gateway);
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
            lines.start();
            logger.addAppender(lines);

            kafka.pause();
            Thread stop = Thread.ofVirtual().start(gateway::close);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(List.copyOf(lines.list))
                            .filteredOn(line -> line.getLevel() == Level.WARN)
                            .extracting(ILoggingEvent::getFormattedMessage)
                            .containsExactly("The gateway stops before 1 of 1 connections ended"));
            kafka.resume();
            assertThat(stop.join(LONG)).isTrue();
        } finally {
            logger.detachAppender(lines);
        }
    }

    private static <T> FutureTask<T> atOnce(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static String stop(int transaction) {
        return "{'transactionId':" + transaction + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}";
    }

    private static String reading(int transaction) {
        return "{'connectorId':1,'transactionId':" + transaction + ",'meterValue':[" + VALUE + "]}";
    }

    private static List<ChargerEvent> data(TestTopics topics, ChargerId id) {
        return topics.transactionEvents(id).stream().map(EventRecord::data).toList();
    }

    private static void assertRefused(TestCharger charger, String action, String payload) throws Exception {
        assertThat(charger.exchange(action, payload).get(2).stringValue()).isEqualTo("InternalError");
    }

    private static int startTransaction(TestCharger charger, int connector) throws Exception {
        return charger.call("StartTransaction", START.formatted(connector))
                .get("transactionId")
                .intValue();
    }

    private static TestCharger connected(RunningGateway gateway) {
        return await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(gateway.port(), "demo", "CP-1", "secret"),
                        charger -> !charger.isClosed());
    }
}
