package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The end of a session while its user works. */
class PortalSessionEndIT extends PortalWindow {

    private static final String END = "window.dispatchEvent(new Event('plugstream-signed-out'))";

    @Test
    void inputIsKeptUntilTheSamePersonIsSignedInAgain() {
        signIn();
        registerCharger("CP-1");
        page.getByLabel("Charge box id").fill("CP-2");
        page.evaluate(END);
        assertThat(page.getByText("You are signed out, or your session has ended."))
                .isVisible();
        assertThat(page.getByText("CP-1")).hasCount(0);
        assertAccessible("session-ended");
        try (Page other =
                context.waitForPage(() -> page.getByText("Sign in in a new tab").click())) {
            other.navigate(platform.api() + "/portal");
            assertThat(page.getByLabel("Charge box id")).hasValue("CP-2");
            assertThat(page.getByText("CP-1")).isVisible();
        }
    }

    @Test
    void dialogIsKeptToo() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.getByRole(AriaRole.BUTTON, named("Rename")).click();
        Locator name = page.getByRole(AriaRole.DIALOG).getByLabel("Name");
        name.fill("North");
        page.evaluate(END);
        assertThat(name).hasCount(0);
        try (Page other = context.newPage()) {
            other.navigate(platform.api() + "/portal");
            assertThat(name).hasValue("North");
            name.press("Enter");
            assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
            assertThat(page.getByText("North", exact())).isVisible();
        }
    }

    @Test
    void personWhoStoredASecretGoesOnIfSignedInAgain() {
        signIn();
        showPassword();
        page.evaluate(END);
        try (Page other = context.newPage()) {
            other.navigate(platform.api() + "/portal");
            stored();
            assertThat(heading("CP-1")).isVisible();
        }
    }

    @Test
    void secretStaysWhenAnotherPersonSignsIn() {
        signIn();
        showPassword();
        AtomicInteger loaded = new AtomicInteger();
        page.onLoad(_ -> loaded.incrementAndGet());
        try (Page other = context.newPage()) {
            other.navigate(platform.api() + "/portal/sign-in?to=/portal");
            other.getByText("of a new organisation").click();
            assertThat(other.getByRole(AriaRole.HEADING, named("Overview"))).isVisible();
            stored();
            page.waitForCondition(() -> loaded.get() == 1);
            assertThat(page.getByText("No live charger has this id")).isVisible();
        }
        errors.removeIf(error -> error.contains("status of 404"));
    }

    private void showPassword() {
        go("Chargers");
        page.getByLabel("Charge box id").fill("CP-1");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.locator("[data-test=secret]")).isVisible();
    }
}
