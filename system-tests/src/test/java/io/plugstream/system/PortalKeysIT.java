package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of API keys. */
class PortalKeysIT extends PortalWindow {

    @Test
    void personCreatesAWorkingKeyAndRevokesIt() {
        signIn();
        go("API keys");
        assertThat(page.getByText("There is no live key yet")).isVisible();
        page.getByLabel("Name").fill(HOSTILE);
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();

        var secret = page.locator("[data-test=secret]");
        String key = secret.textContent();
        assertThat(key).startsWith("plug_live_");
        assertThat(status(key)).isEqualTo(200);
        look("key");
        var close = page.getByRole(AriaRole.BUTTON, named("Close"));
        assertThat(close).isDisabled();
        page.keyboard().press("Escape");
        assertThat(secret).isVisible();
        page.getByLabel("I have stored it").check();
        close.click();
        assertThat(page.getByRole(AriaRole.BUTTON, named("Create live key"))).isFocused();

        assertThat(page.getByRole(AriaRole.CELL, named(HOSTILE))).isVisible();
        assertThat(page.content()).doesNotContain(key);
        page.getByRole(AriaRole.BUTTON, named("Revoke " + HOSTILE)).click();
        var revoke = page.getByRole(AriaRole.BUTTON, named("Revoke"));
        assertThat(revoke).isDisabled();
        page.getByRole(AriaRole.DIALOG).getByLabel("Name").fill(HOSTILE);
        revoke.click();
        assertThat(page.getByText("There is no live key yet")).isVisible();
        // The button's row is gone.
        assertThat(page.locator("main")).isFocused();
        assertThat(status(key)).isEqualTo(401);
        assertThat(page.title()).isEqualTo("API keys · Plugstream");
    }

    @Test
    void secretStaysUntilItIsStored() {
        signIn();
        go("API keys");
        page.getByLabel("Name").fill("first");
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();
        Locator secret = page.locator("[data-test=secret]");
        String key = secret.textContent();
        String address = page.url();
        for (int i = 0; i < 2; i++) {
            page.goBack();
            assertThat(secret).hasText(key);
            assertThat(page).hasURL(address);
        }
        page.evaluate("window.dispatchEvent(new Event('plugstream-signed-out'))");
        assertThat(secret).hasText(key);
        assertThat(stored()).isEqualTo(key);
        assertThat(page.getByText("You are signed out, or your session has ended."))
                .isVisible();
    }

    @Test
    void keyWhoseSecretWasLostIsReplacedByTheNextAttempt() {
        signIn();
        go("API keys");
        loseNextAnswer();
        page.getByLabel("Name").fill("mine");
        page.getByLabel("Name").press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("You can try it again unchanged");
        Locator rows = page.locator("table tbody tr");
        assertThat(rows).hasCount(1);
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();
        assertThat(status(stored())).isEqualTo(200);
        assertThat(page.getByRole(AriaRole.CELL, named("mine"))).isVisible();
        assertThat(rows).hasCount(1);

        page.getByRole(AriaRole.BUTTON, named("Revoke mine")).click();
        page.getByRole(AriaRole.DIALOG).getByLabel("Name").fill("mine");
        loseNextAnswer();
        page.getByRole(AriaRole.BUTTON, named("Revoke")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("You can try it again unchanged");
        page.getByRole(AriaRole.BUTTON, named("Revoke")).click();
        assertThat(page.getByText("There is no live key yet")).isVisible();
        errors.removeIf(error -> error.contains("status of 404"));
    }

    @Test
    void backButtonWorksAfterASecretIsStored() {
        signIn();
        go("API keys");
        page.getByLabel("Name").fill("first");
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();
        stored();
        page.goBack();
        assertThat(heading("Overview")).isVisible();
    }

    /** No event announces a key that is made elsewhere. */
    @Test
    void personSeesAKeyCreatedElsewhereAndRevokesIt() {
        signIn();
        go("API keys");
        assertThat(page.getByText("There is no live key yet")).isVisible();
        assertThat(page.evaluate("""
                fetch('/portal/api/live/auth/api-keys', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ name: ' my  terminal', mode: 'live' }),
                }).then((answer) => answer.status)
                """)).isEqualTo(201);
        assertThat(page.getByRole(AriaRole.CELL, named("my terminal"))).isVisible();
        // Spaces need not be typed as they are in the name, because they are hard to see.
        page.getByRole(AriaRole.BUTTON, named("Revoke my terminal")).click();
        page.getByRole(AriaRole.DIALOG).getByLabel("Name").fill("my terminal");
        page.getByRole(AriaRole.BUTTON, named("Revoke")).click();
        assertThat(page.getByText("There is no live key yet")).isVisible();
    }

    @Test
    void unusedKeysAndTimesInUtcAreShown() {
        signIn();
        page.route(
                Pattern.compile(".*/portal/api/live/auth/api-keys"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"apiKeys\":[{\"id\":\"1\",\"name\":\"old\",\"prefix\":\"plug_live_abcd****\","
                                + "\"mode\":\"live\",\"createdBy\":\"<i>ada</i>\",\"lastUsed\":null,"
                                + "\"createdAt\":\"2020-01-31T09:00:00.000Z\"}]}")));
        go("API keys");
        assertThat(page.getByText("Not used for 30 days")).isVisible();
        assertThat(page.getByText("<i>ada</i>")).isVisible();
        assertThat(page.locator("table time")).hasAttribute("title", "2020-01-31T09:00:00.000Z (UTC)");
    }
}
