package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a person does at a simulated charger. */
class PortalTestChargerIT extends PortalWindow {

    private static final double LATER = 60_000;

    private static final String HAND_OVER = """
            fetch('/portal/api/test/sandbox/chargers/TEST-1', {
              method: 'PATCH',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ simulated: false }),
            }).then((answer) => answer.status)
            """;

    @Test
    void chargerThatWasHandedOverIsSimulatedAgain() {
        registerTestCharger();
        Locator plugIn = page.getByRole(AriaRole.BUTTON, named("Plug in a car"));
        assertThat(plugIn).isVisible();
        assertThat(page.evaluate(HAND_OVER)).isEqualTo(200);
        page.reload();
        assertThat(page.getByText("The sandbox does not simulate this charger")).isVisible();
        assertThat(plugIn).hasCount(0);
        assertAccessible("test-charger-handed-over");
        page.getByRole(AriaRole.BUTTON, named("Let the sandbox simulate it again"))
                .click();
        assertThat(plugIn).isVisible();
        assertThat(page.locator("[data-test=status]"))
                .hasText("online", new LocatorAssertions.HasTextOptions().setTimeout(LATER));
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
        page.getByRole(AriaRole.BUTTON, named("Show a card")).click();
        assertThat(page.getByText("Charging", exact())).isVisible();
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

        page.route("**/actions", Route::abort);
        page.getByRole(AriaRole.BUTTON, named("Restart")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("may have been done");
        assertThat(said).hasText("");
        errors.removeIf(error -> error.contains("ERR_FAILED"));
    }
}
