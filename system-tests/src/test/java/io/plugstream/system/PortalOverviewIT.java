package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** The overview, which is the first page after sign-in. */
class PortalOverviewIT extends PortalWindow {

    /** The key is made outside the page, as in a terminal: no event announces it. */
    @Test
    void firstStepsAreTickedAutomatically() {
        signIn();
        Locator steps = page.locator("main ol > li");
        assertThat(steps).hasCount(5);
        assertThat(page.getByRole(AriaRole.LINK, named("test mode"))).hasAttribute("href", "/portal/test/overview");
        assertThat(steps.first()).containsText("not yet");
        assertThat(page.evaluate("""
                fetch('/portal/api/live/auth/api-keys', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ name: 'terminal', mode: 'live' }),
                }).then((answer) => answer.status)
                """)).isEqualTo(201);
        assertThat(steps.first()).containsText("done", new LocatorAssertions.ContainsTextOptions().setTimeout(30_000));
        assertThat(steps.nth(1)).containsText("not yet");
        Locator withoutWebhooks = page.getByText("Webhooks need the tier Starter or above");
        assertThat(withoutWebhooks).isVisible();
        raiseTier();
        page.reload();
        assertThat(steps).hasCount(6);
        assertThat(withoutWebhooks).hasCount(0);
    }

    @Test
    void referenceOpensBesideThePortal() {
        signIn();
        Page reference = page.context()
                .waitForPage(() ->
                        page.getByRole(AriaRole.LINK, named("API reference")).click());
        // Swagger UI may take long to start.
        assertThat(reference.locator("#operations-Chargers-listChargers"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
    }
}
