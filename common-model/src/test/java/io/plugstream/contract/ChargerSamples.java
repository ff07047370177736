package io.plugstream.contract;

import static io.plugstream.contract.Sample.CHARGER;
import static io.plugstream.contract.Sample.ID;
import static io.plugstream.contract.Sample.NOW;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Range;
import io.plugstream.model.transaction.StationTransaction.Register;
import io.plugstream.model.transaction.StationTransaction.Registers;
import io.plugstream.model.transaction.TransactionIdBlock;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Sample records of chargers, their commands and their frames. */
final class ChargerSamples {

    private ChargerSamples() {}

    static Stream<Sample<?, ?>> all() {
        return Stream.of(kept(), commands(), refusals(), frames()).flatMap(samples -> samples);
    }

    private static Stream<Sample<?, ?>> kept() {
        return Stream.of(
                new Sample<>(
                        Topics.CHARGER_REGISTRATIONS,
                        CHARGER,
                        new ChargerRegistration("acme", "CP 1", Mode.LIVE, "0a".repeat(32), NOW)),
                new Sample<>(
                        Topics.CHARGER_REGISTRATIONS,
                        CHARGER,
                        new ChargerRegistration(
                                "acme",
                                "CP 1",
                                Mode.LIVE,
                                "0a".repeat(32),
                                NOW,
                                new NextPassword(ID, "0b".repeat(32)))),
                new Sample<>(Topics.CHARGER_REGISTRATIONS, CHARGER, null),
                new Sample<>(Topics.CONNECTIONS, CHARGER, connection()),
                new Sample<>(Topics.CONNECTIONS, CHARGER, connection().closing(ID, "gateway lost", NOW)),
                new Sample<>(Topics.GATEWAY_BEATS, ID.toString(), new GatewayBeat("gateway-1", NOW, 7L, List.of(3L))),
                new Sample<>(Topics.OPEN_TRANSACTIONS, CHARGER, transactions()),
                new Sample<>(
                        Topics.CONNECTOR_STATES,
                        CHARGER,
                        new ConnectorStates(Map.of(1, new ConnectorStates.State("Available", "NoError", null)), NOW)),
                new Sample<>(
                        Topics.CONNECTOR_STATES,
                        CHARGER,
                        new ConnectorStates(
                                Map.of(1, new ConnectorStates.State("Preparing", "NoError", null)),
                                NOW,
                                Map.of(1, Map.of(1, "Occupied", 2, "Available")),
                                Map.of(1, 7),
                                ID)),
                new Sample<>(
                        Topics.SEEN_READINGS,
                        CHARGER,
                        new SeenReadings(List.of(
                                new SeenReadings.OfTransaction(7, null, ""),
                                new SeenReadings.OfTransaction(8, NOW, "AAABm+s")))),
                new Sample<>(Topics.TRANSACTION_ID_BLOCKS, null, new TransactionIdBlock("gateway-1", NOW)));
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
                                ID, "acme", Mode.LIVE, "CP 1", ID, CommandAction.RESET, payload, NOW, NOW, NOW, null)),
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
                                        NOW,
                                        null)
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
                result(new CommandResult.Failed(ID, NOW, CommandFailure.QUEUE_FULL)),
                result(new CommandResult.PasswordUsed(ID, NOW)));
    }

    private static Sample<?, ?> result(CommandResult result) {
        return new Sample<>(Topics.COMMAND_RESULTS, CHARGER, result);
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

    private static ChargerTransactions transactions() {
        ChargerTransactions.Stop stop = new ChargerTransactions.Stop(NOW, ID, new Publisher(ID, 3L));
        return new ChargerTransactions(
                1,
                List.of(
                        new ChargerTransactions.Entry(7, 1, "TAG", 100, NOW, ID, NOW, null, Publisher.PUBLISHED),
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
                null,
                List.of(new Range(3, 3)),
                null,
                null,
                null,
                null,
                -1,
                false,
                false,
                null,
                null,
                Registers.NONE,
                null,
                null,
                List.of());
    }

    private static StationTransaction ended() {
        Register register = new Register(NOW, new BigDecimal("1500.5"), 3);
        Registers part = new Registers(BigDecimal.TEN, register, register, BigDecimal.ONE, Map.of());
        return new StationTransaction(
                10,
                "another",
                NOW,
                0,
                NOW,
                List.of(new Range(0, 2), new Range(4, 5)),
                NOW,
                1,
                "TAG",
                "Charging",
                2,
                true,
                true,
                3,
                "TAG",
                new Registers(BigDecimal.TEN, register, register, BigDecimal.ONE, Map.of("Inlet L1", part)),
                new End(5, NOW, NOW, "EVDisconnected"),
                4711,
                List.of(new MeterValue(NOW, "Voltage", new BigDecimal("230.1"), "V", "L1-N", "Outlet", "Trigger")));
    }
}
