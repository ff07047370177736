package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.simulator.fleet.Fleet;
import java.time.Clock;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Commands on a charger's page. */
class PortalCommandsIT extends PortalWindow {

    @Test
    void personStartsACharge() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP 1'%");
        page.getByRole(AriaRole.LINK, named("CP 1'%")).click();
        assertThat(heading("CP 1'%")).isVisible();
        Locator connection = page.locator("[data-test=connection]");
        assertThat(connection).containsText("Not connected");
        page.getByRole(AriaRole.LINK, named("Send a command")).press("Enter");
        page.keyboard().press("Tab");
        assertThat(page.locator("command-console select").first()).isFocused();
        page.getByLabel("idTag", new Page.GetByLabelOptions().setExact(true)).fill(HOSTILE.substring(0, 20));
        Locator payload = page.getByLabel("Payload as JSON");
        assertThat(payload).hasValue(Pattern.compile("\"idTag\": \"<img src=x"));
        Locator send = page.getByRole(AriaRole.BUTTON, named("Send"));
        send.click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("connect");
        errors.removeIf(error -> error.contains("status of 409"));
        try (charger) {
            connect(charger);
            assertThat(connection).containsText("Connected with ocpp1.6");
            charger.boot(HOSTILE.substring(0, 20), "One");
            charger.status(1, ChargePointStatus.Preparing, "");
            assertThat(page.locator("[data-test=connector-status]")).hasText("Preparing");
            // The form has kept its values.
            send.press("Enter");
            assertThat(page.locator("[data-test=command-status]")).hasText("accepted");
            assertThat(send).isFocused();
            int transactionId = charger.start(charger.startRequest(1, HOSTILE.substring(0, 20), 0));
            Locator began = page.locator("[data-test=command]")
                    .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("transaction " + transactionId));
            assertThat(began).isVisible();
            Locator past = page.locator("[data-test=past-command]");
            assertThat(past).hasCount(1);
            assertThat(past).containsText("RemoteStartTransaction");
            assertThat(past.getByRole(AriaRole.LINK)).hasText(Integer.toString(transactionId));
            assertAccessible("charger");
            began.click();
            page.getByText("Stop it with a command").click();
            assertThat(page.locator("command-console select").first()).hasValue("RemoteStopTransaction");
            assertThat(payload).hasValue(Pattern.compile("\"transactionId\": " + transactionId + "\\b"));
        }
    }

    @Test
    void formAndJsonShowTheSamePayload() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.locator("command-console select").first().selectOption("SetChargingProfile");
        Locator payload = page.getByLabel("Payload as JSON");
        page.getByLabel("connectorId").fill("1");
        page.getByLabel("stackLevel").fill("2");
        page.getByLabel("limit").fill("16.5");
        page.getByRole(AriaRole.BUTTON, named("Add chargingSchedulePeriod")).click();
        assertThat(page.getByLabel("limit")).hasCount(2);
        assertThat(payload).hasValue(Pattern.compile("\"stackLevel\": 2\\b"));
        assertThat(payload).hasValue(Pattern.compile("\"limit\": 16\\.5\\b"));
        page.getByRole(AriaRole.BUTTON, named("Remove chargingSchedulePeriod 2"))
                .click();
        assertThat(page.getByRole(AriaRole.BUTTON, named("Add chargingSchedulePeriod")))
                .isFocused();
        assertAccessible("console");
        payload.fill("{\"connectorId\": ");
        assertThat(page.getByText("This is not JSON yet")).isVisible();
        assertThat(page.getByRole(AriaRole.BUTTON, named("Send"))).isDisabled();
        payload.fill("{\"connectorId\": 7}");
        assertThat(page.getByLabel("connectorId")).hasValue("7");
        page.locator("command-console select").first().selectOption("Reset");
        assertThat(payload).hasValue("{}");
    }

    @Test
    void faultsAreShownAtTheirFields() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.locator("command-console select").first().selectOption("SetChargingProfile");
        page.getByLabel("Payload as JSON").fill("""
                {"connectorId": 1, "csChargingProfiles": {"chargingProfileId": 1, "stackLevel": 0,
                  "chargingProfilePurpose": "TxDefaultProfile", "chargingProfileKind": "Relative", "chargingSchedule": {
                    "chargingRateUnit": "A",
                    "chargingSchedulePeriod": [{"startPeriod": 0, "limit": 16}, {"startPeriod": 99999999999, "limit": 6}]}}}
                """);
        page.getByRole(AriaRole.BUTTON, named("Send")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("chargingSchedulePeriod[1].startPeriod");
        errors.removeIf(error -> error.contains("status of 400"));
        Locator faults = page.locator("command-console label .bad");
        assertThat(faults).hasCount(1);
        assertThat(page.locator("fieldset:has(> legend:text-is('chargingSchedulePeriod 2')) label .bad"))
                .hasCount(1);
        assertAccessible("console-refused");
    }

    @Test
    void personAsksAStationForAReport() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            assertThat(page.locator("[data-test=connection]")).containsText("Connected with ocpp2.0.1");
            assertThat(page.getByRole(AriaRole.COLUMNHEADER, named("EVSE"))).isVisible();
            assertThat(page.getByText("connector 1: Available")).isVisible();

            Locator actions = page.locator("command-console select").first();
            Locator ended = page.locator("[data-test=command]").first();
            actions.selectOption("SetVariableMonitoring");
            page.getByLabel("value", exactLabel()).fill("9000.5");
            page.getByRole(AriaRole.COMBOBOX, named("type")).selectOption("UpperThreshold");
            page.getByLabel("severity").fill("4");
            page.getByLabel("name", exactLabel()).first().fill("EVSE");
            page.getByLabel("with evse").check();
            page.getByLabel("id", exactLabel()).fill("1");
            page.getByLabel("name", exactLabel()).last().fill("Power");
            assertAccessible("console-station");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            assertThat(ended.locator("[data-test=command-status]")).hasText("accepted");

            actions.selectOption("GetMonitoringReport");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            Locator report = ended.locator("[data-test=report]");
            assertThat(report).hasText("1 entry. The report is complete.");
            assertThat(ended).containsText("UpperThreshold");
            actions.selectOption("GetBaseReport");
            page.getByLabel("reportBase").selectOption("FullInventory");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            assertThat(report).hasText(Pattern.compile("[2-9][0-9] entries\\. The report is complete\\."));
            assertAccessible("report-station");
        }
    }

    @Test
    void decimalsAreTypedDigitByDigit() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
        }
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.locator("command-console select").first().selectOption("CostUpdated");
        Locator cost = page.getByLabel("totalCost");
        Locator payload = page.getByLabel("Payload as JSON");
        for (String typed : List.of("1.05", "0.05", "2.005", "-0.5")) {
            cost.fill("");
            cost.pressSequentially(typed);
            assertThat(cost).hasValue(typed);
            assertThat(payload).hasValue(Pattern.compile("\"totalCost\": " + typed.replace(".", "\\.") + "\\s"));
        }
        cost.fill("7.0");
        assertThat(payload).hasValue(Pattern.compile("\"totalCost\": 7\\s"));
        payload.fill("{\"totalCost\": 8}");
        assertThat(cost).hasValue("8");
        payload.fill("{}");
        assertThat(cost).hasValue("");
    }

    @Test
    void commandsOfOthersAppearByThemselves() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        try (charger) {
            connect(charger);
            assertThat(page.locator("[data-test=connection]")).containsText("Connected with ocpp1.6");
            page.waitForCondition(
                    () -> (boolean) page.evaluate("Date.now() - document.querySelector('charger-page').newsAt > 3000"));
            page.evaluate("""
                    fetch('/portal/api/live/chargers/CP-1/commands', {
                      method: 'POST',
                      headers: { 'Content-Type': 'application/json' },
                      body: JSON.stringify({ action: 'RemoteStartTransaction', payload: { idTag: 'TAG-1' } }),
                    })
                    """);
            assertThat(page.locator("[data-test=past-command]")).containsText("accepted");
        }
    }

    private static Page.GetByLabelOptions exactLabel() {
        return new Page.GetByLabelOptions().setExact(true);
    }
}
