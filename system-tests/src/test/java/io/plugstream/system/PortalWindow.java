package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.ocpp2.Ocpp201;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A window of the portal in a real browser, Debian's Chromium. All tests of pages share the browser and the platform.
 * Without Chromium they are skipped, unless {@code plugstream.browser} is {@code required}.
 */
abstract class PortalWindow {

    static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">";

    /** The API requests of pages, except their event stream. */
    static final Pattern READS = Pattern.compile(".*/portal/api/live/(?!events).*");

    static Platform platform;
    static Chromium browser;

    Chromium.Window window;
    BrowserContext context;
    Page page;
    List<String> errors;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Chromium.assumeThere();
        platform = SharedPlatform.get();
        browser = SharedPlatform.browser();
    }

    @BeforeEach
    void open() {
        window = browser.window();
        context = window.context();
        page = window.page();
        errors = window.errors();
    }

    @AfterEach
    void assertNoErrors() {
        try (Chromium.Window used = window) {
            used.assertNoErrors();
        }
    }

    void signIn() {
        page.navigate(platform.api() + "/portal");
        page.getByRole(AriaRole.LINK, named("Sign in")).click();
        page.getByText("of a new organisation").click();
        assertThat(heading("Overview")).isVisible();
    }

    void awaitLive() {
        page.waitForCondition(
                () -> (boolean) page.evaluate("document.querySelector('plugstream-portal').live?.connected === true"));
    }

    Locator heading(String name) {
        return page.getByRole(AriaRole.HEADING, named(name).setLevel(1));
    }

    static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    void go(String name) {
        page.getByRole(AriaRole.NAVIGATION, named("Pages"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name))
                .click();
    }

    /** Reads a page again after a problem. It also reads by itself; then the button is gone already. */
    static void tryAgain(Page page) {
        page.getByRole(AriaRole.BUTTON, named("Try again"))
                .evaluateAll("buttons => buttons.forEach((button) => button.click())");
    }

    /** Returns the secret that is shown once, and confirms that it is stored. */
    String stored() {
        Locator secret = page.locator("[data-test=secret]");
        assertThat(secret).isVisible();
        String text = secret.textContent();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("I have stored it").check();
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Close"))
                .click();
        assertThat(dialog).hasCount(0);
        return text;
    }

    /** Loses the answer to the next request that changes something; the request is executed. */
    void loseNextAnswer() {
        page.evaluate("""
                () => {
                  const { fetch } = window;
                  window.fetch = async (...asked) => {
                    const answer = await fetch(...asked);
                    if (asked[1].method === 'GET') {
                      return answer;
                    }
                    window.fetch = fetch;
                    throw new TypeError('lost');
                  };
                }
                """);
    }

    /** Registers a charger on the page, as a person does. */
    ChargePoint registerCharger(String chargeBoxId) {
        Registered registered = register(chargeBoxId);
        return new ChargePoint(chargeBoxId, registered.connectionUrl(), registered.password());
    }

    /** What a charger needs to connect. */
    record Registered(String chargeBoxId, String connectionUrl, String password) {}

    Registered register(String chargeBoxId) {
        go("Chargers");
        page.getByLabel("Charge box id").fill(chargeBoxId);
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        String connectionUrl = page.locator("dialog pre").textContent().replaceFirst("(?s)Address +(\\S+).*", "$1");
        String password = stored();
        assertThat(heading(chargeBoxId)).isVisible();
        go("Chargers");
        assertThat(status(page, "offline")).isVisible();
        return new Registered(chargeBoxId, connectionUrl, password);
    }

    /** Retries, because gateways know a new charger only after a moment. */
    static void connect(ChargePoint charger) {
        Awaitility.await()
                .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                .ignoreException(ExecutionException.class)
                .until(() -> {
                    charger.connect();
                    return true;
                });
    }

    /** Connects a simulated OCPP 2.0.1 charger; returns when the page shows it. */
    void connectStation(Fleet fleet, Registered registered) {
        Chargers.withoutMemory(
                        fleet,
                        new ChargerAddress(
                                URI.create(registered.connectionUrl()),
                                registered.chargeBoxId(),
                                registered.password()),
                        new Ocpp201(),
                        ChargerModel.wallbox("STATION"))
                .start();
        assertThat(status(page, "online")).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
    }

    /** Raises the tier like an operator; returns when the API applies it. */
    void raiseTier() {
        Organisation.setTier(platform, organisation(), "Starter");
        Awaitility.await()
                .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                .until(() -> page.evaluate("fetch('/portal/api/live/webhooks').then(a => a.status)")
                        .equals(200));
        errors.removeIf(error -> error.contains("status of 403"));
    }

    String organisation() {
        return (String) page.evaluate("fetch('/portal/api/session').then(a => a.json()).then(s => s.organisationId)");
    }

    static int status(String key) {
        return ApiAccess.send(HttpRequest.newBuilder(platform.api().resolve("/api/v1/chargers"))
                        .header("X-API-Key", key)
                        .build())
                .statusCode();
    }

    void assertAccessible(String name) {
        window.assertAccessible(name);
    }

    /** The status of a charger in a list or on its page. */
    static Locator status(Page page, String status) {
        return page.locator(".badge:text-is('" + status + "')");
    }

    static Page.GetByTextOptions exact() {
        return new Page.GetByTextOptions().setExact(true);
    }

    void look(String name) {
        window.look(name);
    }
}
