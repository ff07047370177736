package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

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

    @Test
    void personChargesACarAtATestCharger() {
        signIn();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("test").click();
        go("Chargers");
        page.getByLabel("Charge box id").fill("TEST-1");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        stored();
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
