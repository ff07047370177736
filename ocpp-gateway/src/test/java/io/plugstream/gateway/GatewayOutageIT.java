package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Kafka stops responding while chargers send messages. */
class GatewayOutageIT {

    private static final String START =
            "{'connectorId':%d,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}";
    private static final String STATUS = "{'connectorId':1,'errorCode':'NoError','status':'Charging'}";
    private static final String VALUE = "{'timestamp':'2026-11-21T09:05:00Z','sampledValue':[{'value':'1700'}]}";
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final TestTopics topics = FragileGateway.topics();
    private static final RunningGateway gateway = FragileGateway.gateway();

    @AfterEach
    void recover() throws Exception {
        FragileGateway.recover();
    }

    /** Otherwise an outage of some minutes would lose starts and stops (ADR 106). */
    @Test
    void chargersKeepTheMessagesOfTransactionsInAnOutage() throws Exception {
        ChargerId starting = FragileGateway.registered();
        ChargerId stopping = FragileGateway.registered();
        ChargerId metering = FragileGateway.registered();
        try (ForgetfulCharger starter = new ForgetfulCharger(gateway, starting);
                ForgetfulCharger stopper = new ForgetfulCharger(gateway, stopping);
                ForgetfulCharger meter = new ForgetfulCharger(gateway, metering)) {
            starter.untilAnswered("Heartbeat", "{}");
            int second = stopper.start(START.formatted(1));
            int third = meter.start(START.formatted(1));

            FragileGateway.pauseKafka();
            FutureTask<Integer> start = atOnce(() -> starter.start(START.formatted(1)));
            FutureTask<?> stop = atOnce(() -> stopper.untilAnswered("StopTransaction", stop(second)));
            FutureTask<?> reading = atOnce(() -> meter.untilAnswered("MeterValues", reading(third)));
            await().atMost(LONG)
                    .until(() -> Stream.of(starter, stopper, meter).allMatch(charger -> charger.failures() >= 3));
            FragileGateway.resumeKafka();

            int first = start.get(60, TimeUnit.SECONDS);
            stop.get(60, TimeUnit.SECONDS);
            reading.get(60, TimeUnit.SECONDS);
            assertThat(data(starting)).containsExactly(started(first, starting));
            assertThat(data(stopping))
                    .containsExactly(
                            started(second, stopping),
                            new TransactionStopped(
                                    second, stopping.chargeBoxId(), 1, null, 1500L, 2000, 500L, "Local"));
            assertThat(data(metering))
                    .hasSize(2)
                    .last()
                    .isInstanceOfSatisfying(
                            TransactionUpdated.class,
                            event -> assertThat(event.meterValues()).hasSize(1));
        }
    }

    @Test
    void messagesOutsideTransactionsAreRefusedOverAnOpenSocket() throws Exception {
        try (TestCharger charger = gateway.connect(FragileGateway.registered())) {
            int transaction = charger.call("StartTransaction", START.formatted(1))
                    .get("transactionId")
                    .intValue();
            double unrecorded = unrecordedStops();

            FragileGateway.pauseKafka();
            assertRefused(charger, "StatusNotification", STATUS);
            assertRefused(charger, "MeterValues", "{'connectorId':1,'meterValue':[" + VALUE + "]}");
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
            assertThat(status("health")).isEqualTo(503);
            // Otherwise Kubernetes would take all gateways away at once, and no charger could connect (ADR 121).
            assertThat(status("health/readiness")).isEqualTo(200);
            charger.send("[2,\"stop\",\"StopTransaction\"," + stop(transaction).replace('\'', '"') + "]");
            assertThat(charger.awaitClose()).isEqualTo(1013);
            assertThat(unrecordedStops()).isEqualTo(unrecorded + 1);
        }
    }

    private static int status(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + gateway.managementPort() + "/actuator/" + path);
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static double unrecordedStops() {
        return gateway
                .bean(MeterRegistry.class)
                .find("plugstream.gateway.messages")
                .tags("action", "StopTransaction", "outcome", "unrecorded")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void confirmedMessagesAreInTheTopicOnceAfterAnOutageOfKafka() throws Exception {
        ChargerId id = FragileGateway.registered();
        try (ForgetfulCharger charger = new ForgetfulCharger(gateway, id)) {
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

            FragileGateway.pauseKafka();
            await().atMost(LONG).until(() -> charger.failures() > 0);
            FragileGateway.resumeKafka();
            int before = answered.size();
            await().atMost(LONG).until(() -> answered.size() >= before + 20);
            enough.set(true);
            load.get(30, TimeUnit.SECONDS);

            assertThat(topics.transactionEvents(id))
                    .extracting(event -> ((TransactionStarted) event.data()).transactionId())
                    .as("%d answered, %d refused meanwhile", answered.size(), charger.failures())
                    .containsExactlyElementsOf(answered);
        }
    }

    @Test
    void aStopThatLeavesConnectionsIsLogged() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.plugstream.gateway.connection.Connections");
        ChargerId id = FragileGateway.registered();
        try (RunningGateway stopping =
                RunningGateway.start(FragileGateway.kafka(), "plugstream.gateway.connection.shutdown-timeout=100ms")) {
            stopping.awaitKnown(id);
            TestCharger charger = stopping.connect(id);
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
            lines.start();
            logger.addAppender(lines);

            FragileGateway.pauseKafka();
            Thread stop = Thread.ofVirtual().start(stopping::close);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(List.copyOf(lines.list))
                            .filteredOn(line -> line.getLevel() == Level.WARN)
                            .extracting(ILoggingEvent::getFormattedMessage)
                            .containsExactly("The gateway stops before 1 of 1 connections ended"));
            FragileGateway.resumeKafka();
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

    private static ChargerEvent started(int transaction, ChargerId id) {
        return new TransactionStarted(transaction, id.chargeBoxId(), 1, "TAG", 1500);
    }

    private static List<ChargerEvent> data(ChargerId id) {
        return topics.transactionEvents(id).stream().map(EventRecord::data).toList();
    }

    private static void assertRefused(TestCharger charger, String action, String payload) throws Exception {
        assertThat(charger.exchange(action, payload).get(2).stringValue()).isEqualTo("InternalError");
    }
}
