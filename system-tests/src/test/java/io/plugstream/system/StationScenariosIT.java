package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.ocpp2.Ocpp201;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The scenarios of an OCPP 2.0.1 charger, and where it reports less than an OCPP 1.6 charger, as in
 * {@code docs/simulator.md}.
 */
class StationScenariosIT extends ScenarioCases {

    StationScenariosIT() throws Exception {
        super(new Ocpp201());
    }

    @Test
    void messagesInPartsAreAReportOfTheirCommand() throws Exception {
        Map<String, Object> power = Map.of(
                "component",
                Map.of("name", "EVSE", "evse", Map.of("id", 1)),
                "variable",
                Map.of("name", "Power"),
                "value",
                9_000.5,
                "type",
                "UpperThreshold",
                "severity",
                4);
        assertThat(command("SetVariableMonitoring", Map.of("setMonitoringData", List.of(power)))
                        .path("status")
                        .asString())
                .isEqualTo("accepted");

        JsonNode monitors = report(command("GetMonitoringReport", Map.of()));
        assertThat(monitors.path("items")).hasSize(1);
        assertThat(monitors.at("/items/0/variableMonitoring/0/value").asDouble())
                .isEqualTo(9_000.5);

        JsonNode inventory = report(command("GetBaseReport", Map.of("reportBase", "FullInventory")));
        assertThat(inventory.path("items")).hasSizeGreaterThan(20);
        assertThat(inventory.path("items"))
                .extracting(item -> item.at("/component/name").asString())
                .contains("SampledDataCtrlr", "ChargingStation", "EVSE");

        JsonNode none = command("GetDisplayMessages", Map.of());
        assertThat(none.path("status").asString()).isEqualTo("rejected");
        assertThat(none.at("/response/status").asString()).isEqualTo("Unknown");

        assertThat(report(command(
                                "GetLog",
                                Map.of("logType", "SecurityLog", "log", Map.of("remoteLocation", "ftp://x/"))))
                        .path("items"))
                .extracting(item -> item.path("status").asString())
                .containsExactly("Uploading", "Uploaded");
    }

    @Override
    String promised(String scenario, String field, String value) {
        if (field.equals("errorCode")) {
            return "OtherError";
        }
        // A plug that is in use again after a fault reports nothing about the previous session.
        return scenario.equals("faultWhileCharging") && value.equals("Finishing") ? "Preparing" : value;
    }
}
