package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import eu.chargetime.ocpp.ClientEvents;
import eu.chargetime.ocpp.JSONClient;
import eu.chargetime.ocpp.JSONConfiguration;
import eu.chargetime.ocpp.feature.profile.ClientCoreEventHandler;
import eu.chargetime.ocpp.feature.profile.ClientCoreProfile;
import eu.chargetime.ocpp.model.Request;
import eu.chargetime.ocpp.model.core.AuthorizationStatus;
import eu.chargetime.ocpp.model.core.BootNotificationConfirmation;
import eu.chargetime.ocpp.model.core.ChargePointErrorCode;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import eu.chargetime.ocpp.model.core.RegistrationStatus;
import eu.chargetime.ocpp.model.core.RemoteStartStopStatus;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StartTransactionConfirmation;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.parts.RealParts;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A charging session with the ChargeTime client, a third-party implementation. */
class ChargeTimeIT {

    private final ClientCoreProfile core = new ClientCoreProfile((ClientCoreEventHandler) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {ClientCoreEventHandler.class}, (_, method, _) -> {
                if (method.getName().equals("handleRemoteStartTransactionRequest")) {
                    return new RemoteStartTransactionConfirmation(RemoteStartStopStatus.Accepted);
                }
                throw new AssertionError("nobody called " + method.getName());
            }));

    @Test
    void aChargingSession() throws Exception {
        ChargerId id = new ChargerId("demo", "CT-" + UUID.randomUUID());
        String kafka = RealParts.kafka().bootstrapServers();
        try (RunningGateway gateway = RunningGateway.start(kafka);
                TestTopics topics = new TestTopics(kafka)) {
            topics.register(id, "secret");
            JSONClient client =
                    await().atMost(Duration.ofSeconds(20)).until(() -> connected(gateway, id), c -> !c.isClosed());

            BootNotificationConfirmation boot =
                    (BootNotificationConfirmation) send(client, core.createBootNotificationRequest("Acme", "One"));
            assertThat(boot.getStatus()).isEqualTo(RegistrationStatus.Accepted);
            assertThat(boot.getInterval()).isEqualTo(300);
            send(
                    client,
                    core.createStatusNotificationRequest(1, ChargePointErrorCode.NoError, ChargePointStatus.Charging));
            ZonedDateTime time = ZonedDateTime.now(ZoneId.of("Europe/Berlin"));
            StartTransactionConfirmation started =
                    (StartTransactionConfirmation) send(client, core.createStartTransactionRequest(1, "TAG", 0, time));
            assertThat(started.getIdTagInfo().getStatus()).isEqualTo(AuthorizationStatus.Accepted);
            var values = core.createMeterValuesRequest(1, time, "12");
            values.setTransactionId(started.getTransactionId());
            send(client, values);
            send(client, core.createStopTransactionRequest(12, time, started.getTransactionId()));
            client.disconnect();

            assertThat(topics.transactionEvents(id).stream()
                            .map(EventRecord::data)
                            .map(event -> event.type()))
                    .containsExactly(
                            EventType.TRANSACTION_STARTED,
                            EventType.TRANSACTION_UPDATED,
                            EventType.TRANSACTION_STOPPED);
        }
    }

    @Test
    void aCommand() throws Exception {
        ChargerId id = new ChargerId("demo", "CT-" + UUID.randomUUID());
        String kafka = RealParts.kafka().bootstrapServers();
        try (RunningGateway gateway = RunningGateway.start(kafka);
                TestTopics topics = new TestTopics(kafka)) {
            topics.register(id, "secret");
            JSONClient client =
                    await().atMost(Duration.ofSeconds(20)).until(() -> connected(gateway, id), c -> !c.isClosed());
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !topics.chargerEvents(id).isEmpty());
            Order order = new Order(topics, id);

            order.place(CommandAction.REMOTE_START_TRANSACTION, "{'idTag':'TAG','connectorId':1}");

            CommandResult.Answered answer = (CommandResult.Answered) order.awaitEnd();
            assertThat(answer.response().toString()).isEqualTo("{\"status\":\"Accepted\"}");
            client.disconnect();
        }
    }

    private JSONClient connected(RunningGateway gateway, ChargerId id) throws Exception {
        JSONClient client = new JSONClient(
                core,
                id.chargeBoxId(),
                JSONConfiguration.get()
                        .setParameter(JSONConfiguration.USERNAME_PARAMETER, id.chargeBoxId())
                        .setParameter(JSONConfiguration.PASSWORD_PARAMETER, "secret"));
        CountDownLatch opened = new CountDownLatch(1);
        client.connect("ws://localhost:" + gateway.port() + "/ocpp/" + id.organisationId(), new ClientEvents() {
            @Override
            public void connectionOpened() {
                opened.countDown();
            }

            @Override
            public void connectionClosed() {}
        });
        assertThat(opened.await(2, TimeUnit.SECONDS)).isTrue();
        return client;
    }

    private static Object send(JSONClient client, Request request) throws Exception {
        return client.send(request).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
