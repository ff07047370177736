package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RemoteStartTransaction commands and the transactions that they start. */
class RemoteStartIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final UUID connection = Generators.timeBasedEpochGenerator().generate();
    private int transactions = 100;
    private long sequence;

    @Test
    void transactionsAreLinkedToTheOldestCommandOfTheirTagAndConnector() throws Exception {
        connect();
        try (TestGateway _ = gateway(RemoteStartIT::accept)) {
            String any = start("{\"idTag\":\"TAG\"}");
            String second = start("{\"idTag\":\"TAG\",\"connectorId\":2}");
            String other = start("{\"idTag\":\"OTHER\"}");

            EventRecord one = started("TAG", 1, Instant.now());
            EventRecord two = started("TAG", 2, Instant.now());
            EventRecord three = started("TAG", 2, Instant.now());
            append(one, two, three, one, two, three);

            awaitTransaction(any, one);
            awaitTransaction(second, two);
            assertThat(transaction(other)).isNull();
            append(one, two, three, started("OTHER", 1, Instant.now()));
            await().atMost(TIMEOUT).until(() -> transaction(other) != null);
            assertThat(transaction(any)).isEqualTo(id(one));
            assertThat(transaction(second)).isEqualTo(id(two));
        }
    }

    /** Tags are compared without case (OCPP 1.6, 7.28), and many readers report them in capitals. */
    @Test
    void aChargerMayWriteTheTagInAnotherCase() throws Exception {
        connect();
        try (TestGateway _ = gateway(RemoteStartIT::accept)) {
            String command = start("{\"idTag\":\"04a1b2\"}");
            EventRecord caused = started("04A1B2", 1, Instant.now());
            append(caused, caused);

            awaitTransaction(command, caused);
        }
    }

    @Test
    void aChargerMayStartBeforeItAnswers() throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> {
            append(started("TAG", 1, Instant.now()));
            awaitListed(transactions);
            return accept(command);
        })) {
            String command = start("{\"idTag\":\"TAG\"}");

            assertThat(transaction(command)).isEqualTo(transactions);
        }
    }

    @Test
    void rejectedCommandsAndEarlyOrLateTransactionsAreNotLinked() throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> {
            append(started("REFUSED", 1, Instant.now()));
            awaitListed(transactions);
            return List.of(TestGateway.answered(command, "{'status':'Rejected'}"));
        })) {
            String command = start("{\"idTag\":\"REFUSED\"}");
            assertThat(transaction(command)).isNull();
        }
        try (TestGateway _ = gateway(RemoteStartIT::accept)) {
            Instant before = Instant.now().minusSeconds(1);
            String command = start("{\"idTag\":\"TAG\"}");
            append(started("TAG", 1, before), started("TAG", 1, before.plus(Duration.ofMinutes(11))));
            EventRecord caused = started("TAG", 1, Instant.now());
            append(caused);
            awaitTransaction(command, caused);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TIMED_OUT, true",
        "CONNECTION_LOST, true",
        "UNREADABLE_ANSWER, true",
        "QUEUE_FULL, false",
        "NOT_SENT_IN_TIME, false"
    })
    void aCommandWithoutAnAnswerIsLinkedIfTheChargerMayHaveExecutedIt(CommandFailure failure, boolean linked)
            throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> {
            append(started("BEFORE", 1, Instant.now()));
            awaitListed(transactions);
            return List.of(TestGateway.failed(command, failure));
        })) {
            String command = start("{\"idTag\":\"BEFORE\"}");
            assertThat(transaction(command)).isEqualTo(linked ? transactions : null);
        }
        try (TestGateway _ = gateway(command -> List.of(TestGateway.failed(command, failure)))) {
            String command = start("{\"idTag\":\"AFTER\"}");
            append(started("AFTER", 1, Instant.now()));
            awaitListed(transactions);
            assertThat(transaction(command)).isEqualTo(linked ? transactions : null);
        }
    }

    @Test
    void aCallErrorRemovesTheLink() throws Exception {
        connect();
        try (TestGateway _ = gateway(command -> {
            append(started("TAG", 1, Instant.now()));
            awaitListed(transactions);
            return List.of(TestGateway.refused(command, "InternalError"));
        })) {
            assertThat(transaction(start("{\"idTag\":\"TAG\"}"))).isNull();
        }
    }

    /** A replica that was away ends old commands late. */
    @Test
    void aCommandOfAnHourAgoIsNotLinked() throws Exception {
        connect();
        try (TestGateway _ = gateway(RemoteStartIT::accept)) {
            String old = start("{\"idTag\":\"TAG\"}");
            ChargerOwner.run(
                    "UPDATE commands SET created_at = created_at - interval '1 hour' WHERE id = '" + old + "'");
            String command = start("{\"idTag\":\"TAG\"}");

            EventRecord caused = started("TAG", 1, Instant.now());
            append(caused);

            awaitTransaction(command, caused);
            assertThat(transaction(old)).isNull();
        }
    }

    private String start(String payload) {
        Answer answer = live.post(
                "/api/v1/chargers/CP-1/commands",
                "{\"action\":\"RemoteStartTransaction\",\"payload\":" + payload + "}");
        // 202 without an answer of the charger.
        assertThat(answer.status()).as(answer.body()).isIn(200, 202);
        return answer.json().path("id").stringValue();
    }

    private static List<CommandResult> accept(ChargerCommand command) {
        return List.of(TestGateway.sent(command), TestGateway.answered(command, "{'status':'Accepted'}"));
    }

    private @Nullable Integer transaction(String command) {
        var id = live.get("/api/v1/commands/" + command).json().path("transactionId");
        return id.isNull() ? null : Integer.valueOf(id.intValue());
    }

    private void awaitTransaction(String command, EventRecord started) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(transaction(command)).isEqualTo(id(started)));
    }

    private void awaitListed(int transaction) {
        await().atMost(TIMEOUT)
                .until(() -> live.get("/api/v1/transactions/" + transaction).status() == 200);
    }

    private static int id(EventRecord started) {
        return ((TransactionStarted) started.data()).transactionId();
    }

    private EventRecord started(String idTag, int connectorId, Instant receivedAt) {
        return new EventRecord(
                Generators.timeBasedEpochGenerator().generate(),
                tenant.id(),
                Mode.LIVE,
                "CP-1",
                receivedAt,
                receivedAt,
                connection,
                ++sequence,
                "ocpp1.6",
                false,
                new TransactionStarted(++transactions, "CP-1", connectorId, idTag, 0));
    }

    private void connect() {
        Answer created = live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        assertThat(created.status()).isEqualTo(201);
        append(new Story(tenant.id(), "CP-1").connected());
        await().atMost(TIMEOUT)
                .until(() -> live.get("/api/v1/chargers/CP-1").body().contains("\"online\""));
    }

    private void append(EventRecord... events) {
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(events);
        }
    }

    private TestGateway gateway(Function<ChargerCommand, List<CommandResult>> chargers) {
        return new TestGateway(Platform.get().kafka(), tenant.id(), chargers);
    }
}
