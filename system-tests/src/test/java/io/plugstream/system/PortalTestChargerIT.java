package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a person does at a simulated charger. */
class PortalTestChargerIT extends PortalWindow {

    private static final double LATER = 60_000;

    private static final String SETTINGS = """
            fetch('/portal/api/test/sandbox/chargers/TEST-1').then((answer) => answer.json())
                .then(({ protocol, clockSpeed, powerW, answers }) => JSON.stringify({ protocol, clockSpeed, powerW, answers }))
            """;

    @Test
    void chargerThatWasHandedOverIsSimulatedAgain() {
        registerTestCharger();
        Locator plugIn = page.getByRole(AriaRole.BUTTON, named("Plug in a car"));
        assertThat(plugIn).isVisible();
        page.getByRole(AriaRole.BUTTON, named("Hand it over to your own simulator"))
                .click();
        assertThat(page.getByText("The sandbox does not simulate this charger")).isVisible();
        assertThat(plugIn).hasCount(0);
        assertAccessible("test-charger-handed-over");
        page.getByRole(AriaRole.BUTTON, named("Let the sandbox simulate it again"))
                .click();
        assertThat(plugIn).isVisible();
        assertThat(page.locator("[data-test=status]"))
                .hasText("online", new LocatorAssertions.HasTextOptions().setTimeout(LATER));
    }

    @Test
    void personChangesHowAChargerIsSimulated() {
        registerTestCharger();
        Locator change = page.getByRole(AriaRole.BUTTON, named("Change how it is simulated"));
        change.click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("Protocol").selectOption("OCPP 2.0.1");
        dialog.getByLabel("Speed of the clock").fill("60");
        dialog.getByText("Answers to commands").click();
        dialog.getByLabel(Pattern.compile("^Reset")).selectOption("Rejects");
        dialog.getByLabel("UnlockConnector").selectOption("Does not answer");
        assertAccessible("test-charger-settings");
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Save"))
                .click();
        assertThat(dialog).hasCount(0);
        assertThat(page.evaluate(SETTINGS)).isEqualTo("""
                {"protocol":"ocpp2.0.1","clockSpeed":60,"powerW":11000,\
                "answers":{"Reset":"reject","UnlockConnector":"silence"}}""");
        assertThat(page.getByText("websocat --protocol ocpp2.0.1")).isVisible();

        change.click();
        assertThat(dialog.getByLabel("Speed of the clock")).hasValue("60");
        dialog.getByLabel("Maximum power").fill("999");
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Save"))
                .click();
        assertThat(dialog).isVisible();
        dialog.getByLabel("Maximum power").fill("22000");
        dialog.getByLabel("Maximum power").press("Enter");
        assertThat(dialog).hasCount(0);
        assertThat((String) page.evaluate(SETTINGS)).contains("\"powerW\":22000", "\"Reset\":\"reject\"");
    }

    private void registerTestCharger() {
        signIn();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("test").click();
        go("Chargers");
        page.getByLabel("Charge box id").fill("TEST-1");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        stored();
    }

    @Test
    void personChargesACarAtATestCharger() {
        registerTestCharger();
        assertThat(page.locator("[data-test=status]"))
                .hasText("online", new LocatorAssertions.HasTextOptions().setTimeout(LATER));

        page.getByRole(AriaRole.BUTTON, named("Plug in a car")).click();
        assertThat(page.getByText("Preparing", exact())).isVisible();
        List<String> swipes = new ArrayList<>();
        page.onRequest(request -> {
            if (request.url().endsWith("/actions")) {
                swipes.add(request.postData());
            }
        });
        // A second swipe would end the charge.
        page.getByRole(AriaRole.BUTTON, named("Show a card")).dblclick(new Locator.DblclickOptions().setDelay(150));
        assertThat(page.getByText("Charging", exact())).isVisible();
        assertThat(swipes).containsExactly("{\"action\":\"swipe\"}");
        assertThat(page.getByRole(
                        AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile("^Transaction \\d+$"))))
                .hasCount(1);
        page.getByRole(AriaRole.BUTTON, named("Unplug the car")).click();
        assertThat(page.getByText("completed")).isVisible();
        assertAccessible("test-charger");

        Locator said = page.locator("[data-test=simulation]");
        page.getByLabel("Scenario").selectOption("A fault ends the charge");
        page.getByRole(AriaRole.BUTTON, named("Run")).click();
        assertThat(said).hasText("A fault ends the charge: under way.");
        page.getByRole(AriaRole.BUTTON, named("Restart")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("scenario");
        errors.removeIf(error -> error.contains("status of 409"));
        assertThat(said)
                .hasText(
                        "A fault ends the charge: succeeded.",
                        new LocatorAssertions.HasTextOptions().setTimeout(LATER));
        assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);

        page.route("**/actions", Route::abort);
        page.getByRole(AriaRole.BUTTON, named("Restart")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("may have been done");
        assertThat(said).hasText("");
        errors.removeIf(error -> error.contains("ERR_FAILED"));
    }
}
