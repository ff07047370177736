package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        assertThat(status(page, "offline")).isVisible();

        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/live/chargers");
        assertThat(status(other, "offline")).isVisible();
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, password)) {
            charger.connect();
            // Only one tab reads the stream; both show its events.
            assertThat(status(other, "online")).isVisible();
            assertThat(status(page, "online")).isVisible();
            look("chargers");
        }
        assertThat(status(page, "offline")).isVisible();
        assertThat(page.title()).isEqualTo("Chargers · Plugstream");
    }

    @Test
    void chargersAreFoundByIdNameAndStatus() {
        signIn();
        raiseTier();
        assertThat(page.evaluate("""
                fetch('/portal/api/live/chargers/batch', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ chargers: [
                    { chargeBoxId: 'CP-1', name: 'North' }, { chargeBoxId: 'CP-2', name: '100 % south' }, { chargeBoxId: 'X-1' },
                  ] }),
                }).then((answer) => answer.status)
                """)).isEqualTo(200);
        page.getByRole(AriaRole.LINK, named("3 offline")).click();
        Locator rows = page.getByRole(AriaRole.TABLE).first().locator("tbody tr");
        assertThat(rows).hasCount(3);
        page.getByLabel("Id or name").fill(" cp- ");
        page.getByLabel("Id or name").press("Enter");
        assertThat(rows).hasCount(2);
        page.getByLabel("Id or name").fill("% SOUTH");
        page.getByLabel("Id or name").press("Enter");
        assertThat(rows).hasCount(1);
        assertThat(rows).containsText("CP-2");
        page.getByLabel("Status").selectOption("online");
        page.getByRole(AriaRole.BUTTON, named("Filter")).click();
        assertThat(page.getByText("No charger matches")).isVisible();
        page.reload();
        assertThat(page.getByLabel("Status")).hasValue("online");
        assertThat(page.getByText("No charger matches")).isVisible();
        assertAccessible("chargers-filtered");
    }

    @Test
    void spacesAroundAnIdAreNotPartOfIt() {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill(" CP-1 ");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.getByRole(AriaRole.HEADING, named("Password of CP-1"))).isVisible();
        stored();
    }

    @Test
    void nextPartOfAListIsShownFromItsStart() {
        signIn();
        page.route(
                Pattern.compile(".*/portal/api/live/chargers\\?.*"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(chargers(route.request().url().contains("cursor=") ? "second" : "first"))));
        go("Chargers");
        Locator list = page.getByRole(AriaRole.REGION, named("Registered chargers"));
        assertThat(list).containsText("first-100");
        page.getByRole(AriaRole.LINK, named("More")).click();
        assertThat(list).containsText("second-100");
        assertThat(list).isFocused();
        assertThat(page.getByText("second-1", exact())).isInViewport();
        page.getByText("second-100").click();
        assertThat(page.locator("h1")).isInViewport();
        assertThat(page.evaluate("window.scrollY")).isEqualTo(0);
        assertThat(page.getByText("No live charger has this id")).isVisible();
        page.goBack();
        assertThat(page.getByText("second-100")).isInViewport();
        errors.removeIf(error -> error.contains("status of 404"));
    }

    /** A part of a long list, as the API answers. */
    private static String chargers(String name) {
        return IntStream.rangeClosed(1, 100)
                .mapToObj(i -> "{\"chargeBoxId\":\"" + name + "-" + i + "\",\"status\":\"offline\",\"connectors\":[]}")
                .collect(Collectors.joining(",", "{\"chargers\":[", "],\"nextCursor\":\"next\"}"));
    }

    @Test
    void refusalShowsTheMessageOfTheApi() {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill("a/b");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("chargeBoxId");
        assertThat(page.locator("label:has([name=chargeBoxId]) .bad")).containsText("must");
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
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("This page tries again by itself in 7 s");
        page.unroute(READS);
        tryAgain(page);
        assertThat(page.getByText("There is no live key yet")).isVisible();
        errors.removeIf(error -> error.contains("status of 429"));
    }

    @Test
    void chargerWhosePasswordWasLostGetsAnotherByTheNextAttempt() throws Exception {
        signIn();
        go("Chargers");
        loseNextAnswer();
        page.getByLabel("Charge box id").fill("CP-1");
        page.getByLabel("Charge box id").press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("You can try it again unchanged");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        String connectionUrl = page.locator("dialog pre").textContent().replaceFirst("(?s)Address +(\\S+).*", "$1");
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, stored())) {
            connect(charger);
            assertThat(status(page, "online")).isVisible();
        }
    }
}
