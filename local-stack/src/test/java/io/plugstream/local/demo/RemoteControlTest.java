package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteControlTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir
    Path directory;

    private ChargerState state;
    private RemoteControl control;

    @BeforeEach
    void make() throws Exception {
        state = new ChargerState(directory.resolve("memory.json"), Clock.fixed(NOW, ZoneOffset.UTC));
        control = new RemoteControl(state, new ChargerSettings(state, Duration.ofSeconds(3)));
    }

    @Test
    void startsOnceAndOnlyWhereAConnectorIsFree() throws Exception {
        assertThat(asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'A'}"))
                .isEqualTo(status("Rejected"));
        assertThat(asked("RemoteStartTransaction", "{'idTag':'A'}")).isEqualTo(status("Accepted"));
        assertThat(state.remoteTag()).isEqualTo("A");
        assertThat(asked("RemoteStartTransaction", "{'idTag':'B'}")).isEqualTo(status("Rejected"));
        state.begin("A");
        assertThat(asked("RemoteStartTransaction", "{'idTag':'B'}")).isEqualTo(status("Rejected"));
        assertThat(state.memory().present().idTag()).isEqualTo("A");
    }

    @Test
    void stopsItsOwnTransactionAndRemembersWhy() throws Exception {
        assertThat(asked("RemoteStopTransaction", "{'transactionId':7}")).isEqualTo(status("Rejected"));
        charging(7);
        assertThat(asked("RemoteStopTransaction", "{'transactionId':8}")).isEqualTo(status("Rejected"));
        assertThat(asked("RemoteStopTransaction", "{'transactionId':7}")).isEqualTo(status("Accepted"));
        assertThat(asked("RemoteStopTransaction", "{'transactionId':7}")).isEqualTo(status("Rejected"));

        var afterAPowerCut =
                ChargerMemory.read(directory.resolve("memory.json")).present();
        assertThat(afterAPowerCut.stoppedAt()).isEqualTo(NOW);
        assertThat(afterAPowerCut.reason()).isEqualTo("Remote");
    }

    @Test
    void aResetStopsWhatIsChargedFirst() throws Exception {
        charging(7);
        assertThat(asked("Reset", "{'type':'Hard'}")).isEqualTo(status("Accepted"));
        assertThat(state.isRestarting()).isTrue();
        assertThat(state.memory().present().reason()).isEqualTo("HardReset");
    }

    @Test
    void anUnlockedConnectorStopsCharging() throws Exception {
        assertThat(asked("UnlockConnector", "{'connectorId':2}")).isEqualTo(status("NotSupported"));
        charging(7);
        assertThat(asked("UnlockConnector", "{'connectorId':1}")).isEqualTo(status("Unlocked"));
        assertThat(state.memory().present().reason()).isEqualTo("UnlockCommand");
    }

    @Test
    void availabilityWaitsForTheEndOfCharging() throws Exception {
        assertThat(asked("ChangeAvailability", "{'connectorId':2,'type':'Inoperative'}"))
                .isEqualTo(status("Rejected"));
        charging(7);
        assertThat(asked("ChangeAvailability", "{'connectorId':0,'type':'Inoperative'}"))
                .isEqualTo(status("Scheduled"));
        assertThat(state.memory().isCharging()).isTrue();
        assertThat(ChargerMemory.read(directory.resolve("memory.json")).isOperative())
                .isFalse();
        assertThat(asked("ChangeAvailability", "{'connectorId':1,'type':'Operative'}"))
                .isEqualTo(status("Accepted"));
        assertThat(state.memory().isOperative()).isTrue();
    }

    @Test
    void whatIsOutOfServiceIsNotStarted() {
        assertThat(asked("ChangeAvailability", "{'connectorId':0,'type':'Inoperative'}"))
                .isEqualTo(status("Accepted"));
        assertThat(asked("RemoteStartTransaction", "{'idTag':'A'}")).isEqualTo(status("Rejected"));
    }

    @Test
    void tellsAndKeepsItsConfiguration() {
        assertThat(asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'60'}"))
                .isEqualTo(status("Accepted"));
        for (String value : List.of("0", "-1", "x", "3601")) {
            assertThat(asked("ChangeConfiguration", "{'key':'MeterValueSampleInterval','value':'" + value + "'}"))
                    .isEqualTo(status("Rejected"));
        }
        assertThat(asked("ChangeConfiguration", "{'key':'NumberOfConnectors','value':'2'}"))
                .isEqualTo(status("Rejected"));
        assertThat(asked("ChangeConfiguration", "{'key':'Nothing','value':'2'}"))
                .isEqualTo(status("NotSupported"));
        assertThat(asked("GetConfiguration", "{'key':['MeterValueSampleInterval','Nothing']}"))
                .isEqualTo(new CommandAnswer.Result(Map.of(
                        "configurationKey",
                        List.of(Map.of("key", "MeterValueSampleInterval", "readonly", false, "value", "60")),
                        "unknownKey",
                        List.of("Nothing"))));
        assertThat(asked("GetConfiguration", "{}"))
                .isInstanceOfSatisfying(
                        CommandAnswer.Result.class,
                        all -> assertThat((List<?>) all.payload().get("configurationKey"))
                                .hasSize(6));
    }

    @Test
    void saysWhatItIsAskedToSay() {
        assertThat(asked("TriggerMessage", "{'requestedMessage':'Heartbeat'}")).isEqualTo(status("Accepted"));
        assertThat(asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':1}"))
                .isEqualTo(status("Accepted"));
        assertThat(asked("TriggerMessage", "{'requestedMessage':'MeterValues','connectorId':2}"))
                .isEqualTo(status("Rejected"));
        assertThat(asked("TriggerMessage", "{'requestedMessage':'FirmwareStatusNotification'}"))
                .isEqualTo(status("NotImplemented"));
        assertThat(Stream.generate(state::nextWanted).limit(3)).containsExactly("Heartbeat", "MeterValues", null);
    }

    @Test
    void refusesTheRestAsOcppSays() {
        assertThat(asked("ClearCache", "{}")).isEqualTo(status("Accepted"));
        assertThat(asked("DataTransfer", "{'vendorId':'v'}")).isEqualTo(status("UnknownVendorId"));
        assertThat(asked("GetDiagnostics", "{'location':'ftp://example.com'}"))
                .isEqualTo(new CommandAnswer.Refusal("NotSupported", ""));
        assertThat(asked("Nonsense", "{}")).isEqualTo(new CommandAnswer.Refusal("NotImplemented", ""));
    }

    private void charging(int transaction) throws Exception {
        state.begin(null);
        state.remember(memory -> memory.with(memory.present().startedAs(transaction)));
    }

    private CommandAnswer asked(String action, String payload) {
        return control.answer(action, Json.mapper().readTree(payload.replace('\'', '"')));
    }

    private static CommandAnswer status(String status) {
        return CommandAnswer.status(status);
    }
}
