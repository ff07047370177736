package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users who leave a page while the call runs whose answer has a secret. It is shown only once. */
class PortalSecretsIT extends PortalWindow {

    @Test
    void keyIsShownToAPersonWhoClickedElsewhere() {
        signIn();
        go("API keys");
        page.getByLabel("Name").fill("first");
        Route creation = hold("**/auth/api-keys", page.getByRole(AriaRole.BUTTON, named("Create live key")));
        assertThat(asksBeforeUnload()).isTrue();
        go("Chargers");
        creation.resume();
        assertThat(status(stored())).isEqualTo(200);
        assertThat(page.getByRole(AriaRole.CELL, named("first"))).isVisible();
        assertThat(asksBeforeUnload()).isFalse();
        go("Chargers");
        assertThat(heading("Chargers")).isVisible();
    }

    @Test
    void passwordOfAChargerIsShownToAPersonWhoWentBack() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.getByRole(AriaRole.BUTTON, named("New password")).click();
        page.getByLabel("Charge box id").fill("CP-1");
        Route renewal = hold("**/password", page.getByRole(AriaRole.BUTTON, named("Create a new password")));
        page.goBack();
        renewal.resume();
        stored();
        assertThat(heading("CP-1")).isVisible();
    }

    @Test
    void secretOfAWebhookIsShownToAPersonWhoWentBack() throws Exception {
        signIn();
        raiseTier();
        go("Webhooks");
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            page.getByLabel("Address").fill(receiver.url());
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            stored();
            page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
            page.getByRole(AriaRole.BUTTON, named("New secret")).click();
            page.getByLabel("Confirm").fill("new secret");
            Route rotation = hold("**/secret", page.getByRole(AriaRole.BUTTON, named("Create a new secret")));
            page.goBack();
            rotation.resume();
            assertThat(stored()).startsWith("whsec_");
            assertThat(heading(receiver.url())).isVisible();
        }
    }

    /** Presses a button, and holds the request that it makes. */
    private Route hold(String address, Locator button) {
        List<Route> held = new ArrayList<>();
        page.route(address, route -> {
            if (route.request().method().equals("POST")) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        button.click();
        page.waitForCondition(() -> held.size() == 1);
        return held.getFirst();
    }

    /** Whether the browser would ask before it leaves the portal. */
    private boolean asksBeforeUnload() {
        return (boolean) page.evaluate("!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    }
}
