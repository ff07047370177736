package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Pages on a failing network. */
class PortalNetworkIT extends PortalWindow {

    /** Requests are executed, but their answers are lost. */
    private static final String LOSE_ANSWERS = """
            () => {
              const { fetch } = window;
              window.fetch = async (...asked) => {
                const answer = await fetch(...asked);
                if (asked[1]?.method === 'POST') {
                  throw new TypeError('lost');
                }
                return answer;
              };
            }
            """;

    private static final LocatorAssertions.IsVisibleOptions LATER =
            new LocatorAssertions.IsVisibleOptions().setTimeout(30_000);

    @Test
    void everyPageShowsThatItIsLoading() {
        signIn();
        raiseTier();
        var holding = new AtomicBoolean();
        List<Route> held = new ArrayList<>();
        page.route(READS, route -> {
            if (holding.get()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        Locator loading = page.locator("main p.note:text-is('Loading.')");
        for (String name : List.of("Chargers", "Transactions", "Webhooks", "API keys", "Organisation", "Overview")) {
            holding.set(true);
            go(name);
            assertThat(loading).isVisible();
            assertThat(page.locator("main h1")).isVisible();
            holding.set(false);
            held.forEach(Route::resume);
            held.clear();
            assertThat(loading).hasCount(0);
        }
    }

    @Test
    void rowsOfAnotherFilterAreMarkedUntilTheNewOnesAreThere() {
        signIn();
        registerCharger("CP-1");
        List<Route> held = new ArrayList<>();
        page.route("**/chargers?*search=none*", held::add);
        page.getByLabel("Id or name").fill("none");
        page.getByRole(AriaRole.BUTTON, named("Filter")).click();
        Locator old = page.locator("main [aria-busy=true]");
        assertThat(old).containsText("CP-1");
        page.getByRole(AriaRole.LINK, named("All chargers")).click();
        assertThat(old).hasCount(0);
        assertThat(page.getByRole(AriaRole.LINK, named("CP-1"))).isVisible();
        page.goBack();
        assertThat(old).containsText("CP-1");
        page.waitForCondition(() -> held.size() == 2);
        held.forEach(Route::resume);
        assertThat(page.getByText("No charger matches")).isVisible();
        assertThat(old).hasCount(0);
    }

    @Test
    void passwordWhoseAnswerWasLostIsReplacedByAnotherOne() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.getByRole(AriaRole.BUTTON, named("New password")).click();
        page.getByLabel("Charge box id").fill("CP-1");
        loseNextAnswer();
        Locator create = page.getByRole(AriaRole.BUTTON, named("Create a new password"));
        create.click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Create another one");
        page.route("**/password", route -> route.fulfill(new Route.FulfillOptions().setStatus(504)));
        create.click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Unexpected answer");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Create another one");
        page.unroute("**/password");
        create.click();
        stored();
        errors.removeIf(error -> error.contains("status of 504"));
    }

    @Test
    void itemsCreatedWithoutAnAnswerAreListedWithALostSecret() throws Exception {
        signIn();
        raiseTier();
        page.evaluate(LOSE_ANSWERS);
        Locator table = page.getByRole(AriaRole.TABLE).first();

        go("API keys");
        page.getByLabel("Name").fill("lost");
        page.getByLabel("Name").press("Enter");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("may have been done");
        assertThat(page.getByText("its secret cannot be shown again")).isVisible();
        assertThat(table).containsText("lost");
        assertAccessible("keys-lost");

        go("Chargers");
        page.getByLabel("Charge box id").fill("CP-1");
        page.getByLabel("Charge box id").press("Enter");
        assertThat(page.getByText("its password cannot be shown again")).isVisible();
        assertThat(table).containsText("CP-1");

        go("Webhooks");
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            page.getByLabel("Address").fill(receiver.url());
            page.getByLabel("Address").press("Enter");
            assertThat(page.getByText("create a new secret on its page")).isVisible();
            assertThat(table).containsText(receiver.url());
        }
    }

    @Test
    void pageOpenedWithoutANetworkAppearsWhenTheNetworkIsBack() {
        signIn();
        context.setOffline(true);
        go("API keys");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Check your connection");
        context.setOffline(false);
        assertThat(page.getByText("There is no live key yet")).isVisible(LATER);
        errors.removeIf(error -> error.contains("ERR_INTERNET_DISCONNECTED"));
    }

    /** The network is back before the stream that the browser broke off is opened again. */
    @Test
    void pageOpenedDuringAMomentWithoutANetworkAppearsAfterwards() {
        signIn();
        awaitLive();
        page.route("**/pages/keys-page.js", Route::abort);
        go("API keys");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Check your connection");
        page.unroute("**/pages/keys-page.js");
        page.evaluate("window.dispatchEvent(new Event('offline'))");
        assertThat(page.getByText("There is no live key yet")).isVisible(LATER);
        errors.removeIf(error -> error.contains("ERR_FAILED"));
    }

    @Test
    void interruptedStreamIsShownAndMissedEventsAreReadAfterwards() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        Locator banner = page.getByText("The live connection is interrupted");
        assertThat(banner).hasCount(0);
        context.setOffline(true);
        assertThat(banner).isVisible();
        assertAccessible("interrupted");
        page.setViewportSize(320, 568);
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
        assertThat(banner).isInViewport();
        assertThat((int) page.evaluate("document.querySelector('.banners').offsetHeight"))
                .isLessThan(568 / 5);
        look("interrupted-320");
        try (charger) {
            connect(charger);
            assertThat(status(page, "offline")).isVisible();
            context.setOffline(false);
            assertThat(status(page, "online")).isVisible(LATER);
            assertThat(banner).hasCount(0);
        }
        errors.removeIf(error -> error.contains("ERR_INTERNET_DISCONNECTED"));
    }
}
