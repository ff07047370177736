package io.plugstream.api.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.sandbox.SandboxProtocol;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestChargerTest {

    @Test
    void answersAreShownInTheOrderOfTheirActionsInEachProcess() {
        var charger = new TestCharger(
                "CP-1",
                true,
                SandboxProtocol.OCPP_1_6,
                false,
                false,
                null,
                0,
                1,
                60,
                11_000,
                Map.of(
                        "Reset",
                        "reject",
                        "UnlockConnector",
                        "reject",
                        "ClearCache",
                        "reject",
                        "SendLocalList",
                        "reject",
                        "ReserveNow",
                        "reject",
                        "TriggerMessage",
                        "reject",
                        "GetDiagnostics",
                        "reject"),
                0,
                null);

        assertThat(charger.answers().keySet())
                .containsExactly(
                        "ClearCache",
                        "GetDiagnostics",
                        "ReserveNow",
                        "Reset",
                        "SendLocalList",
                        "TriggerMessage",
                        "UnlockConnector");
    }
}
