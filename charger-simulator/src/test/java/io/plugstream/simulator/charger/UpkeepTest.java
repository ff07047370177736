package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Accepted work that a charger has not ended when its power fails. */
class UpkeepTest {

    private static final List<String> NAMES = List.of("action");
    private static final Duration STEP = ChargerModel.wallbox("SERIAL").step();

    @Test
    void aRestartWaitsForTheEndOfTheSession() {
        var bench = Bench.charging();
        assertThat(bench.charger().answer(NAMES, new Request.Reset(Request.Reset.When.IDLE, null)))
                .isEqualTo(Answer.of(Answer.Status.SCHEDULED));

        bench.crash();
        bench.connect();
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.charger().isReadyToRestart()).isFalse();
        bench.charger().unplug(1);
        bench.pass(Duration.ofSeconds(1));

        assertThat(bench.charger().isReadyToRestart()).isTrue();
    }

    @Test
    void aRestartIsDoneOnce() {
        var bench = Bench.charging();
        bench.charger().answer(NAMES, new Request.Reset(Request.Reset.When.IDLE, null));
        bench.charger().unplug(1);
        bench.pass(Duration.ofSeconds(1));

        bench.crash();
        bench.connect();
        bench.pass(Duration.ofSeconds(1));

        assertThat(bench.charger().isReadyToRestart()).isFalse();
    }

    @Test
    void aLaterUpdateBeginsAtItsTime() {
        var bench = Bench.connected();
        var from = bench.clock.instant().plus(Duration.ofHours(2));
        bench.charger().answer(NAMES, new Request.UpdateFirmware(from, 7, null));

        bench.crash();
        bench.connect();
        bench.sent.clear();
        bench.pass(Duration.ofMinutes(119));
        assertThat(bench.takeSent()).doesNotContain("FirmwareStatus DOWNLOADING");
        bench.pass(Duration.ofMinutes(1).plus(STEP.multipliedBy(4)));

        assertThat(bench.sent)
                .filteredOn(Message.FirmwareStatus.class::isInstance)
                .containsExactly(
                        new Message.FirmwareStatus(Message.Progress.DOWNLOADING, 7),
                        new Message.FirmwareStatus(Message.Progress.DOWNLOADED, 7),
                        new Message.FirmwareStatus(Message.Progress.INSTALLING, 7),
                        new Message.FirmwareStatus(Message.Progress.INSTALLED, 7));
        assertThat(bench.charger().isReadyToRestart()).isTrue();
    }

    @Test
    void anUploadGoesOnWhereItWas() {
        var bench = Bench.connected();
        bench.charger().answer(NAMES, new Request.UploadDiagnostics(8));
        bench.pass(STEP);
        bench.sent.clear();

        bench.crash();
        bench.pass(Duration.ofMinutes(1));
        bench.connect();
        bench.pass(Duration.ofMinutes(1));

        assertThat(bench.takeSent())
                .contains("DiagnosticsStatus UPLOADED")
                .doesNotContain("DiagnosticsStatus UPLOADING");
    }

    @Test
    void aStateOfAnEarlierReleaseHasNoWork() {
        var written = (ObjectNode) Json.mapper().valueToTree(ChargerState.fresh(ChargerModel.wallbox("SERIAL")));
        written.remove("upkeep");

        var state = Json.mapper().treeToValue(written, ChargerState.class);

        assertThat(state.upkeep()).isEqualTo(UpkeepState.NONE);
    }
}
