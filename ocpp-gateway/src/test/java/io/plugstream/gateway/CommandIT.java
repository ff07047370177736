package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Commands on a real broker, seen from the socket and from the topics. */
class CommandIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aCommandsAnswerIsPublishedWhileTheChargerSendsACallOfItsOwn() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = connect(gateway, id)) {
            Order order = new Order(topics, id).place(CommandAction.UNLOCK_CONNECTOR, "{'connectorId':1}");

            assertThat(charger.receive().toString())
                    .isEqualTo("[2,\"" + order.id() + "\",\"UnlockConnector\",{\"connectorId\":1}]");
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
            charger.send("[3,\"" + order.id() + "\",{\"status\":\"Unlocked\"}]");

            CommandResult.Answered end = (CommandResult.Answered) order.awaitEnd();
            assertThat(end.response().toString()).isEqualTo("{\"status\":\"Unlocked\"}");
            assertThat(order.results()).hasSize(2).first().isInstanceOf(CommandResult.Sent.class);
        }
    }

    @Test
    void aCallErrorIsPublished() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = connect(gateway, id)) {
            Order order = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
            charger.receive();
            charger.send("[4,\"" + order.id() + "\",\"NotSupported\",\"no cache\",{}]");

            CommandResult.Refused end = (CommandResult.Refused) order.awaitEnd();
            assertThat(end.code()).isEqualTo("NotSupported");
            assertThat(end.description()).isEqualTo("no cache");
        }
    }

    @Test
    void lateRepeatedAndInvalidAnswersAreIgnored() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = connect(gateway, id)) {
            Order late =
                    new Order(topics, id).living(Duration.ofMillis(1500)).place(CommandAction.RESET, "{'type':'Soft'}");
            assertThat(charger.receive().get(1).stringValue()).isEqualTo(late.id());
            charger.send("[3,\"someone else\"]");
            charger.send("[3,\"someone else\",{}]");
            charger.send("[4,\"-1\",\"x\",\"\",{}]");
            assertThat(late.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.TIMED_OUT));
            charger.send("[3,\"" + late.id() + "\",{\"status\":\"Accepted\"}]");

            Order next = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
            assertThat(charger.receive().get(1).stringValue()).isEqualTo(next.id());
            charger.send("[3,\"" + next.id() + "\",null]");
            assertThat(next.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.UNREADABLE_ANSWER));
            Order third = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
            assertThat(charger.receive().get(1).stringValue()).isEqualTo(third.id());
            charger.send("[3,\"" + third.id() + "\",{\"status\":\"\\u0000\"}]");
            assertThat(third.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.UNREADABLE_ANSWER));
            charger.send("[3,\"" + next.id() + "\",{\"status\":\"Accepted\"}]");
            charger.send("[3,\"" + next.id() + "\",{\"status\":\"Accepted\"}]");

            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
            assertThat(late.results()).hasSize(2);
            assertThat(next.results()).hasSize(2);
        }
    }

    @Test
    void aCommandIsSentOnlyToItsConnection() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger old = connect(gateway, id);
        Order forTheOld = new Order(topics, id);
        try (TestCharger young = reconnect(SharedGateway.other(), id, forTheOld.connectionId())) {
            assertThat(old.awaitClose()).isEqualTo(1008);
            Order forTheYoung = new Order(topics, id);

            forTheYoung.place(CommandAction.CLEAR_CACHE, "{}");
            forTheOld.place(CommandAction.RESET, "{'type':'Soft'}");
            new Order(topics, id).forConnection(UUID.randomUUID()).place(CommandAction.RESET, "{'type':'Hard'}");
            Order last = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");

            answer(young.receive(), forTheYoung, young);
            answer(young.receive(), last, young);
            last.awaitEnd();
            assertThat(forTheOld.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.CONNECTION_LOST));
            assertThat(young.received()).isEmpty();
            assertThat(old.received()).isEmpty();
        }
    }

    @Test
    void aCommandReadTooLateIsNotSent() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = connect(gateway, id)) {
            Order order = new Order(topics, id)
                    .takenWithin(Duration.ofSeconds(-1))
                    .place(CommandAction.RESET, "{'type':'Soft'}");

            assertThat(order.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.NOT_SENT_IN_TIME));
            assertThat(charger.received()).isEmpty();
        }
    }

    @Test
    void commandsFailWhenTheirSocketEnds() throws Exception {
        ChargerId id = SharedGateway.registered();
        TestCharger charger = connect(gateway, id);
        Order asked = new Order(topics, id).place(CommandAction.RESET, "{'type':'Soft'}");
        Order waiting = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
        charger.receive();

        charger.close();

        Order afterwards = new Order(topics, id).place(CommandAction.CLEAR_CACHE, "{}");
        for (Order order : new Order[] {asked, waiting, afterwards}) {
            assertThat(order.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.CONNECTION_LOST));
        }
    }

    @Test
    void aStoppingGatewayPublishesTheResultsOfItsCommands() throws Exception {
        ChargerId id = SharedGateway.registered();
        RunningGateway stopping = RunningGateway.start(RealParts.kafka().bootstrapServers());
        TestCharger charger = awaitConnection(stopping, id);
        Order order = new Order(topics, id).place(CommandAction.RESET, "{'type':'Soft'}");
        charger.receive();

        stopping.close();

        assertThat(order.results())
                .last()
                .isInstanceOfSatisfying(
                        CommandResult.Failed.class,
                        failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.CONNECTION_LOST));
    }

    private static void answer(JsonNode call, Order order, TestCharger charger) throws Exception {
        assertThat(call.get(1).stringValue()).isEqualTo(order.id());
        charger.send("[3,\"" + order.id() + "\",{\"status\":\"Accepted\"}]");
    }

    private static TestCharger connect(RunningGateway at, ChargerId id) {
        TestCharger charger = awaitConnection(at, id);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !topics.chargerEvents(id).isEmpty());
        return charger;
    }

    private static TestCharger reconnect(RunningGateway at, ChargerId id, UUID former) {
        TestCharger charger = awaitConnection(at, id);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !topics.chargerEvents(id).getLast().connectionId().equals(former));
        return charger;
    }

    private static TestCharger awaitConnection(RunningGateway at, ChargerId id) {
        TestCharger charger = await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(at.port(), id.organisationId(), id.chargeBoxId(), "secret"),
                        connected -> !connected.isClosed());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !topics.chargerEvents(id).isEmpty());
        return charger;
    }
}
