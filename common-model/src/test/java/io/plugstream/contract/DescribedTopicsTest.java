package io.plugstream.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerTransactions;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.Publisher;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.SeenReadings;
import io.plugstream.model.charger.StationTransaction;
import io.plugstream.model.charger.StationTransaction.End;
import io.plugstream.model.charger.StationTransaction.Range;
import io.plugstream.model.charger.StationTransaction.Reading;
import io.plugstream.model.charger.StationTransaction.Register;
import io.plugstream.model.charger.StationTransaction.Registers;
import io.plugstream.model.charger.TransactionIdBlock;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class DescribedTopicsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final UUID ID = UUID.fromString("0192f0c1-7a3e-7b62-9c55-3f1f5b8f2a10");
    private static final ChargerId CHARGER = new ChargerId("acme", "CP 1");
    private static final DescribedTopics TOPICS = new DescribedTopics();

    @Test
    void theDocumentHasTheTopicsOfTheCatalogue() {
        assertThat(TOPICS.names())
                .containsExactlyInAnyOrderElementsOf(
                        Topics.ALL.stream().map(Topic::name).toList());
    }

    @Test
    void theRecordsBelowAreOfEveryTopic() {
        assertThat(records().map(sample -> sample.topic().name()))
                .containsAll(Topics.ALL.stream().map(Topic::name).toList());
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordIsAsTheDocumentSays(Sample<Object, Object> sample) {
        assertThat(sample.faults()).isEmpty();
    }

    @Test
    void whatTheDocumentDoesNotSayIsFound() {
        byte[] key = "acme/CP 1".getBytes(StandardCharsets.UTF_8);
        byte[] odd = "{\"organisationId\":\"acme\",\"more\":1}".getBytes(StandardCharsets.UTF_8);
        assertThat(TOPICS.faults("charger-registrations", key, odd)).hasSizeGreaterThan(2);
        assertThat(TOPICS.faults("charger-registrations", "acme".getBytes(StandardCharsets.UTF_8), null))
                .hasSize(1);
        assertThat(TOPICS.faults("elsewhere", key, null)).hasSize(1);
    }

    private static Stream<Sample<?, ?>> sandbox() {
        ObjectNode payload = Json.mapper().createObjectNode().put("idTag", "TAG");
        SandboxCommand command =
                new SandboxCommand(ID, "acme", "CP 1", CommandAction.REMOTE_START_TRANSACTION, payload, 10, NOW);
        SandboxRun run = SandboxRun.begun(ID, "remoteStart", NOW);
        SandboxRun further =
                run.done(new SandboxRun.Step("plugIn", NOW), 0).sending(command).answered("accepted");
        return Stream.of(
                new Sample<>(
                        Topics.SANDBOX_CHARGERS,
                        CHARGER,
                        new SandboxCharger(
                                "acme",
                                "CP 1",
                                "enc:v1:1:x",
                                true,
                                SandboxProtocol.OCPP_2_0_1,
                                1,
                                60,
                                11_000,
                                Map.of("Reset", "silence"),
                                NOW)),
                new Sample<>(Topics.SANDBOX_CHARGERS, CHARGER, null),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Use(NOW)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Act(NOW, SandboxAction.SWIPE, "TAG")),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Act(NOW, SandboxAction.REBOOT, null)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Run(NOW, ID, "normalSession")),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.CommandEnded(NOW, ID, "timed_out")),
                new Sample<>(
                        Topics.SANDBOX_STATES,
                        CHARGER,
                        new SandboxState(
                                "acme",
                                "CP 1",
                                NOW,
                                Json.mapper().createObjectNode(),
                                -1,
                                NOW,
                                new SandboxState.Equipment(SandboxProtocol.OCPP_1_6, 60, 11_000),
                                new SandboxState.Shown(true, true, 7, 1_200, 0),
                                List.of(further, run.ended(NOW, null), run.ended(NOW, "why")))),
                new Sample<>(Topics.SANDBOX_STATES, CHARGER, null),
                new Sample<>(Topics.SANDBOX_COMMANDS, CHARGER, command));
    }

    static Stream<Sample<?, ?>> records() {
        MeterValue energy = new MeterValue(
                NOW, "Energy.Active.Import.Register", new BigDecimal("1E+3"), "Wh", null, "Outlet", null);
        RawMeterValue signed = new RawMeterValue(
                NOW, "Energy.Active.Import.Register", "AF32", "SignedData", "Wh", "L1", null, "Other");
        return Stream.concat(
                Stream.concat(
                        sandbox(),
                        Stream.concat(commands(), Stream.concat(notifications(), Stream.concat(refusals(), frames())))),
                Stream.of(
                        event(new ChargerConnected("CP 1")),
                        event(new ChargerDisconnected("CP 1", "closed")),
                        event(new ChargerBooted("CP 1", "Acme", "One", null, "1.0")),
                        event(new ConnectorStatusChanged("CP 1", 0, "Faulted", "OtherError", "info", "E7")),
                        event(new TransactionStarted(7, "CP 1", 1, "TAG", 100)),
                        event(new TransactionUpdated(7, "CP 1", 1, List.of(energy))),
                        event(new TransactionUpdated(null, "CP 1", 1, List.of(energy))),
                        event(new TransactionUpdated(7, "CP 1", 1, List.of(), List.of(signed))),
                        record(new ChargerConnected("CP 1"), NOW.plusSeconds(301)),
                        deviating(new ChargerDisconnected("CP 1", "closed")),
                        ofStation(
                                new TransactionStarted(7, "CP 1", 1, "TAG", 100),
                                StationFacts.ofTransaction("station's own", 4711)),
                        ofStation(
                                new ConnectorStatusChanged("CP 1", 1, "Charging", "NoError", null, null),
                                StationFacts.ofPlugs(List.of(new StationFacts.Plug(1, "Charging")))),
                        event(new TransactionStopped(7, "CP 1", 1, null, 100L, 300, 200L, "Local")),
                        event(new TransactionStopped(7, "CP 1", null, "TAG", null, 300, null, "Local")),
                        new Sample<>(
                                Topics.CHARGER_REGISTRATIONS,
                                CHARGER,
                                new ChargerRegistration("acme", "CP 1", Mode.LIVE, "0a".repeat(32), NOW)),
                        new Sample<>(Topics.CHARGER_REGISTRATIONS, CHARGER, null),
                        new Sample<>(
                                Topics.WEBHOOK_REGISTRATIONS,
                                "acme",
                                new OrganisationWebhooks("acme", List.of(webhook()))),
                        new Sample<>(
                                Topics.WEBHOOK_CLAIMS,
                                null,
                                new ClaimRecord("dispatcher-1", NOW, positions(), 17, List.of(claimedEvent()))),
                        new Sample<>(
                                Topics.WEBHOOK_CLAIMS,
                                null,
                                new ClaimRecord("dispatcher-1", NOW, positions(), 0, List.of())),
                        new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", ended(Outcome.DELIVERED, 204, NOW, 38L)),
                        new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted("thanks", null)),
                        new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted(null, ConnectionFault.TLS)),
                        new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", ended(Outcome.UNKNOWN, null, null, null)),
                        new Sample<>(Topics.API_CALLS, "acme", new ApiCall(ID, "acme", NOW, Tier.FREE, 50, false)),
                        new Sample<>(
                                Topics.API_CALLS, "acme", new ApiCall(ID, "acme", NOW, Tier.FREE, 50, true, ID, null)),
                        new Sample<>(
                                Topics.API_CALLS,
                                "acme",
                                new ApiCall(ID, "acme", NOW, Tier.SCALE, Tier.UNLIMITED, false).times(32)),
                        new Sample<>(
                                Topics.QUOTA_DECISIONS,
                                "acme",
                                new QuotaDecision(ID, "acme", LocalDate.EPOCH, true, Tier.UNLIMITED, 1)),
                        usage(new DailyUsage("acme", LocalDate.EPOCH, 7, 50)),
                        new Sample<>(Topics.CONNECTIONS, CHARGER, connection()),
                        new Sample<>(Topics.CONNECTIONS, CHARGER, connection().closing(ID, "gateway lost", NOW)),
                        new Sample<>(
                                Topics.GATEWAY_BEATS,
                                ID.toString(),
                                new GatewayBeat("gateway-1", NOW, 7L, List.of(3L))),
                        new Sample<>(Topics.OPEN_TRANSACTIONS, CHARGER, transactions()),
                        new Sample<>(
                                Topics.CONNECTOR_STATES,
                                CHARGER,
                                new ConnectorStates(
                                        Map.of(1, new ConnectorStates.State("Available", "NoError", null)), NOW)),
                        new Sample<>(
                                Topics.CONNECTOR_STATES,
                                CHARGER,
                                new ConnectorStates(
                                        Map.of(1, new ConnectorStates.State("Preparing", "NoError", null)),
                                        NOW,
                                        Map.of(1, Map.of(1, "Occupied", 2, "Available")))),
                        new Sample<>(
                                Topics.SEEN_READINGS,
                                CHARGER,
                                new SeenReadings(List.of(
                                        new SeenReadings.OfTransaction(7, null, ""),
                                        new SeenReadings.OfTransaction(8, NOW, "AAABm+s")))),
                        new Sample<>(
                                Topics.WEBHOOK_TESTS,
                                "w",
                                new SampleEvent(ID, "acme", Mode.LIVE, "w", NOW, new ChargerConnected("CP 1"))),
                        new Sample<>(Topics.TRANSACTION_ID_BLOCKS, null, new TransactionIdBlock("gateway-1", NOW))));
    }

    private static HeldConnection connection() {
        return HeldConnection.opening(ID, ID, Mode.LIVE, "ocpp1.6", NOW).settled(NOW);
    }

    private static Stream<Sample<?, ?>> commands() {
        ObjectNode payload = Json.mapper().createObjectNode().put("type", "Soft");
        return Stream.of(
                new Sample<>(
                        Topics.CHARGER_COMMANDS,
                        CHARGER,
                        new ChargerCommand(
                                ID, "acme", Mode.LIVE, "CP 1", ID, CommandAction.RESET, payload, NOW, NOW, NOW)),
                new Sample<>(
                        Topics.CHARGER_COMMANDS,
                        CHARGER,
                        new ChargerCommand(
                                        ID,
                                        "acme",
                                        Mode.LIVE,
                                        "CP 1",
                                        ID,
                                        CommandAction.GET_LOG,
                                        payload,
                                        NOW,
                                        NOW,
                                        NOW)
                                .forStation(new StationOrder(7, "station's own", true))),
                new Sample<>(
                        Topics.COMMAND_REPORTS,
                        CHARGER,
                        new ReportPart(ID, "acme", "CP 1", 7, 0, false, NOW, List.of(payload))),
                new Sample<>(
                        Topics.COMMAND_REPORTS,
                        CHARGER,
                        new ReportPart(ID, "acme", "CP 1", 7, null, true, NOW, List.of())),
                result(new CommandResult.Answered(ID, NOW, payload, payload, true)),
                result(new CommandResult.Sent(ID, NOW)),
                result(new CommandResult.Answered(
                        ID, NOW, Json.mapper().createObjectNode().put("status", "Accepted"))),
                result(new CommandResult.Refused(ID, NOW, "NotSupported", "")),
                result(new CommandResult.Failed(ID, NOW, CommandFailure.LINE_FULL)));
    }

    private static Stream<Sample<?, ?>> refusals() {
        return Stream.concat(
                Arrays.stream(RefusedHandshake.Reason.values()).map(reason -> refusal("CP 1", Mode.TEST, reason)),
                Stream.of(refusal(null, null, RefusedHandshake.Reason.WRONG_PATH)));
    }

    private static Sample<?, ?> refusal(
            @Nullable String chargeBoxId, @Nullable Mode mode, RefusedHandshake.Reason reason) {
        return new Sample<>(
                Topics.REFUSED_HANDSHAKES,
                "acme",
                new RefusedHandshake(ID, "acme", chargeBoxId, mode, reason, "2001:db8::/64", NOW));
    }

    private static Stream<Sample<?, ?>> frames() {
        return Stream.of(
                new Sample<>(Topics.FRAME_WATCHES, CHARGER, new FrameWatch("acme", "CP 1", Mode.LIVE, NOW)),
                frame(ChargerFrame.Kind.CALL, "1", "Heartbeat", "[2,\"1\",\"Heartbeat\",{}]"),
                frame(ChargerFrame.Kind.CALL_RESULT, "1", null, "[3,\"1\",{}]"),
                frame(ChargerFrame.Kind.CALL_ERROR, "1", null, "[4,\"1\",\"GenericError\",\"\",{}]"),
                frame(ChargerFrame.Kind.OTHER, null, null, "(not an OCPP message, 8 characters)"));
    }

    private static Sample<?, ?> frame(
            ChargerFrame.Kind kind, @Nullable String messageId, @Nullable String action, String text) {
        return new Sample<>(
                Topics.CHARGER_FRAMES,
                CHARGER,
                new ChargerFrame(
                        "acme",
                        "CP 1",
                        Mode.TEST,
                        NOW,
                        ChargerFrame.Direction.FROM_CHARGER,
                        kind,
                        messageId,
                        action,
                        text,
                        text.length(),
                        3));
    }

    private static Sample<?, ?> result(CommandResult result) {
        return new Sample<>(Topics.COMMAND_RESULTS, CHARGER, result);
    }

    private static Stream<Sample<?, ?>> notifications() {
        return Stream.of(
                notification(new ChargerNotification.DataTransfer("com.acme", "hello", "world")),
                notification(new ChargerNotification.DataTransfer("com.acme", null, null)),
                notification(new ChargerNotification.DiagnosticsStatus("Uploading")),
                notification(new ChargerNotification.FirmwareStatus("Installed")),
                notification(new ChargerNotification.SignedFirmwareStatus("InvalidSignature", 7)),
                notification(new ChargerNotification.LogStatus("Idle", null)),
                notification(new ChargerNotification.SecurityEvent("InvalidFirmwareSignature", "why")),
                notification(new ChargerNotification.CertificateRequest("-----BEGIN CERTIFICATE REQUEST-----")),
                notification(new ChargerNotification.StationMessage(
                        "ReservationStatusUpdate", Json.mapper().readTree("{\"reservationId\":7}"))));
    }

    private static Sample<?, ?> notification(ChargerNotification data) {
        NotificationRecord record =
                new NotificationRecord(ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp1.6", data);
        return new Sample<>(Topics.CHARGER_NOTIFICATIONS, record.chargerId(), record);
    }

    private static Sample<?, ?> event(ChargerEvent data) {
        return record(data, NOW);
    }

    private static Sample<?, ?> record(ChargerEvent data, Instant occurredAt) {
        EventRecord record =
                new EventRecord(ID, "acme", Mode.LIVE, "CP 1", occurredAt, NOW, ID, 1, "ocpp1.6", false, data);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }

    private static Sample<?, ?> ofStation(ChargerEvent data, StationFacts facts) {
        EventRecord record = new EventRecord(ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp2.0.1", false, data)
                .ofStation(facts);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }

    private static Sample<?, ?> deviating(ChargerEvent data) {
        Map<String, Integer> deviations = Map.of("unknownField", 3, "longIdTag", 1);
        EventRecord record =
                new EventRecord(ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp1.6", false, deviations, data);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }

    private static Sample<?, ?> usage(DailyUsage usage) {
        return new Sample<>(Topics.DAILY_USAGE, usage.key(), usage);
    }

    private static WebhookRegistration webhook() {
        return new WebhookRegistration(
                "w",
                Mode.LIVE,
                "https://example.com/",
                Set.of(EventType.CHARGER_BOOT),
                true,
                List.of(new SigningSecret("0123456789abcdef", null), new SigningSecret("fedcba9876543210", NOW)));
    }

    private static DeliveryRecord attempted(@Nullable String answer, @Nullable ConnectionFault fault) {
        return ended(Outcome.REJECTED, 500, NOW, 38L)
                .with(new Attempt("https://example.com/", Map.of("webhook-id", ID.toString()), "{}", answer, fault));
    }

    private static DeliveryRecord.Ended ended(
            Outcome outcome, @Nullable Integer status, @Nullable Instant attemptedAt, @Nullable Long durationMs) {
        var claim = new DeliveryRecord.Claimed(ID, "acme", Mode.LIVE, "w", ID, EventType.CHARGER_BOOT, NOW);
        return DeliveryRecord.Ended.of(claim, outcome, status, attemptedAt, durationMs, NOW);
    }

    private static ClaimedEvent claimedEvent() {
        return new ClaimedEvent(
                ID, "acme", Mode.TEST, EventType.CHARGER_BOOT, "charger-events", 17, List.of("w", "other"));
    }

    private static Map<String, Long> positions() {
        return Map.of("charger-events", 18L, "connector-events", 0L, "transaction-events", 4L, "webhook-tests", 1L);
    }

    private static ChargerTransactions transactions() {
        ChargerTransactions.Stop stop = new ChargerTransactions.Stop(NOW, ID, new Publisher(ID, 3L));
        return new ChargerTransactions(
                1,
                List.of(
                        new ChargerTransactions.Entry(7, 1, "TAG", 100, NOW, ID, NOW, null, Publisher.NOBODY),
                        new ChargerTransactions.Entry(8, 2, "TAG", 100, NOW, ID, NOW, stop, null)),
                List.of(new ChargerTransactions.OrphanedStop(-1, NOW, 300, stop)),
                List.of(begun(), ended()));
    }

    private static StationTransaction begun() {
        return new StationTransaction(
                9,
                "station's own",
                NOW,
                null,
                List.of(new Range(3, 3)),
                null,
                null,
                null,
                -1,
                false,
                false,
                null,
                Registers.NONE,
                null,
                null,
                List.of());
    }

    private static StationTransaction ended() {
        Register register = new Register(NOW, new BigDecimal("1500.5"));
        return new StationTransaction(
                10,
                "another",
                NOW,
                0,
                List.of(new Range(0, 2), new Range(4, 5)),
                1,
                "TAG",
                "Charging",
                2,
                true,
                true,
                "TAG",
                new Registers(BigDecimal.TEN, register, register, BigDecimal.ONE),
                new End(5, NOW, NOW, "EVDisconnected"),
                4711,
                List.of(new Reading(NOW, "Voltage", new BigDecimal("230.1"), "V", "L1-N", "Outlet", "Trigger")));
    }

    /** A record as its writer would write it. */
    record Sample<K, V>(
            Topic<K, V> topic, @Nullable K key, @Nullable V value) {

        @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness; null is the tombstone.
        List<String> faults() {
            return TOPICS.faults(
                    topic.name(),
                    topic.keys().serializer().serialize(topic.name(), key),
                    topic.values().serializer().serialize(topic.name(), value));
        }
    }
}
