package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.json.Json;
import java.time.Duration;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A charger in a conformance test: sends the messages of the case and checks the gateway's messages. */
final class OcaCharger implements AutoCloseable {

    private final ChargerId id;
    private final TestTopics topics;
    private final TestCharger socket;

    OcaCharger(ChargerId id, TestTopics topics, TestCharger socket) {
        this.id = id;
        this.topics = topics;
        this.socket = socket;
    }

    /** A registered and connected charger. */
    static OcaCharger connect(RunningGateway gateway, TestTopics topics) throws Exception {
        ChargerId id = new ChargerId("demo", "OCA-" + UUID.randomUUID());
        topics.register(id, "secret");
        return connect(gateway, topics, id, "secret");
    }

    static OcaCharger connect(RunningGateway gateway, TestTopics topics, ChargerId id, String password) {
        int before = topics.chargerEvents(id).size();
        TestCharger socket = await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(gateway.port(), id.organisationId(), id.chargeBoxId(), password),
                        connected -> !connected.isClosed());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> topics.chargerEvents(id).size() > before);
        return new OcaCharger(id, topics, socket);
    }

    ChargerId id() {
        return id;
    }

    /** Sends the frame unchanged and returns the next message. */
    JsonNode says(String frame) throws Exception {
        socket.send(frame);
        return socket.receive();
    }

    void boots() throws Exception {
        JsonNode boot = socket.call("BootNotification", "{'chargePointVendor':'Acme','chargePointModel':'One'}");
        assertThat(boot.get("status").stringValue()).isEqualTo("Accepted");
        assertThat(boot.get("interval").intValue()).isPositive();
        assertThat(boot.has("currentTime")).isTrue();
    }

    void beats() throws Exception {
        assertThat(socket.call("Heartbeat", "{}").propertyNames()).containsExactly("currentTime");
    }

    void reports(int connector, String status) throws Exception {
        reports(connector, status, "NoError");
    }

    void reports(int connector, String status, String error) throws Exception {
        assertThat(socket.call(
                        "StatusNotification",
                        "{'connectorId':%d,'errorCode':'%s','status':'%s'}".formatted(connector, error, status)))
                .isEmpty();
    }

    void isAuthorised(String tag) throws Exception {
        assertThat(socket.call("Authorize", "{'idTag':'%s'}".formatted(tag))
                        .at("/idTagInfo/status")
                        .stringValue())
                .isEqualTo("Accepted");
    }

    int starts(String tag, String time) throws Exception {
        return starts(tag, time, "");
    }

    int starts(String tag, String time, String more) throws Exception {
        JsonNode started = socket.call(
                "StartTransaction",
                "{'connectorId':1,'idTag':'%s','meterStart':100,'timestamp':'%s'%s}".formatted(tag, time, more));
        assertThat(started.at("/idTagInfo/status").stringValue()).isEqualTo("Accepted");
        assertThat(started.get("transactionId").intValue()).isPositive();
        return started.get("transactionId").intValue();
    }

    void stops(int transaction, String time, String reason) throws Exception {
        assertThat(socket.call(
                                "StopTransaction",
                                "{'transactionId':%d,'idTag':'TAG','meterStop':900,'timestamp':'%s','reason':'%s'}"
                                        .formatted(transaction, time, reason))
                        .at("/idTagInfo/status")
                        .stringValue())
                .isEqualTo("Accepted");
    }

    void meters(int transaction) throws Exception {
        assertThat(socket.call(
                        "MeterValues",
                        "{'connectorId':1,'transactionId':%d,'meterValue':[{'timestamp':'2026-11-21T10:05:00Z','sampledValue':[{'value':'1'}]}]}"
                                .formatted(transaction)))
                .isEmpty();
    }

    /** Sends a message that is not an event. It is answered and stored in the topic of notifications. */
    void notifies(String action, String payload, String answer, ChargerNotification kept) throws Exception {
        assertThat(socket.call(action, payload)).isEqualTo(json(answer));
        assertThat(topics.notifications(id).getLast().data()).isEqualTo(kept);
    }

    /** The gateway sends the command unchanged and publishes this answer unchanged. */
    void isAsked(CommandAction action, String payload, String answer) throws Exception {
        Order order = new Order(topics, id).place(action, payload);
        JsonNode call = socket.receive();
        assertThat(call.get(0).intValue()).isEqualTo(2);
        assertThat(call.get(1).stringValue()).isEqualTo(order.id());
        assertThat(call.get(2).stringValue()).isEqualTo(action.wireName());
        assertThat(call.get(3)).isEqualTo(json(payload));

        socket.send("[3,\"" + order.id() + "\"," + json(answer) + "]");
        assertThat(order.awaitEnd())
                .isInstanceOfSatisfying(
                        CommandResult.Answered.class,
                        end -> assertThat((JsonNode) end.response()).isEqualTo(json(answer)));
    }

    /** The charger answers with a CALLERROR, which is published. */
    void refuses(CommandAction action, String payload, String code) throws Exception {
        Order order = new Order(topics, id).place(action, payload);
        socket.receive();
        socket.send("[4,\"" + order.id() + "\",\"" + code + "\",\"\",{}]");
        assertThat(order.awaitEnd())
                .isInstanceOfSatisfying(
                        CommandResult.Refused.class,
                        end -> assertThat(end.code()).isEqualTo(code));
    }

    boolean isCutOff() throws Exception {
        return socket.awaitClose() > 0;
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }

    @Override
    public void close() {
        socket.close();
    }
}
