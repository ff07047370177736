package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The list of chargers. */
class PortalChargersIT extends PortalWindow {

    @Test
    void chargerThatConnectsIsShownOnlineWithoutAReload() throws Exception {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill("CP-1");
        page.getByLabel("Name (optional)").fill(HOSTILE);
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.getByRole(AriaRole.HEADING, named("Password of CP-1"))).isVisible();
        String connectionUrl = page.locator("dialog pre").textContent().replaceFirst("(?s)Address +(\\S+).*", "$1");
        String password = stored();
        assertThat(heading("CP-1")).isVisible();
        go("Chargers");
        assertThat(page.getByText(HOSTILE)).isVisible();
        assertThat(page.getByText("offline", exact())).isVisible();

        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/live/chargers");
        assertThat(other.getByText("offline", exact())).isVisible();
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, password)) {
            charger.connect();
            // Only one tab reads the stream; both show its events.
            assertThat(other.getByText("online", exact())).isVisible();
            assertThat(page.getByText("online", exact())).isVisible();
            look("chargers");
        }
        assertThat(page.getByText("offline", exact())).isVisible();
        assertThat(page.title()).isEqualTo("Chargers · Plugstream");
    }

    @Test
    void refusalShowsTheMessageOfTheApi() {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill("a/b");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("chargeBoxId");
        // The browser also reports the expected 400.
        errors.removeIf(error -> error.contains("status of 400"));
    }

    @Test
    void refusalSuggestsARemedy() {
        signIn();
        registerCharger("CP-1");
        page.getByLabel("Charge box id").fill("CP-2");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Delete a charger");
        errors.removeIf(error -> error.contains("status of 403"));
        page.route(
                READS,
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(429)
                        .setContentType("application/problem+json")
                        .setHeaders(Map.of("Retry-After", "7"))
                        .setBody("{\"type\":\"/problems/too-many-requests\",\"title\":\"Too many requests\"}")));
        go("API keys");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Try again in 7 s");
        page.unroute(READS);
        page.getByRole(AriaRole.BUTTON, named("Try again")).click();
        assertThat(page.getByText("There is no live key yet")).isVisible();
        errors.removeIf(error -> error.contains("status of 429"));
    }
}
