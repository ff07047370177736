package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for every page. */
class PortalEveryPageIT extends PortalWindow {

    private static final List<String> PAGES =
            List.of("Overview", "Chargers", "Transactions", "Webhooks", "Live events", "API keys", "Organisation");

    /** The headings and badges of tables that have more lines than words. */
    private static final String BROKEN_WORDS = """
            [...document.querySelectorAll('main th, main td .badge')].filter((one) => {
              const range = document.createRange();
              range.selectNodeContents(one);
              return range.getClientRects().length > one.textContent.trim().split(/\\s+/).length;
            }).map((one) => one.textContent)
            """;

    private static final String MODULES_WITHOUT_PRELOAD = """
            () => {
              const preloaded = [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href);
              return performance.getEntriesByType('resource')
                .map(({ name }) => name)
                .filter((name) => name.endsWith('.js') && !preloaded.includes(name));
            }
            """;

    /** The links and buttons of the header whose outline an element around them cuts off. */
    private static final String CUT_OUTLINES = """
            [...document.querySelectorAll('header a, header button')].filter((one) => {
              one.focus();
              const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
              const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
              const inner = one.getBoundingClientRect();
              const cuts = (around) => {
                const outer = around.getBoundingClientRect();
                return getComputedStyle(around).overflow !== 'visible'
                  && (inner.left - reach < outer.left || inner.right + reach > outer.right
                    || inner.top - reach < outer.top || inner.bottom + reach > outer.bottom);
              };
              return outlineStyle === 'none' || cuts(one.parentElement);
            }).map((one) => one.textContent)
            """;

    /** Otherwise the browser learns of the modules one after the other, each after a round trip. */
    @Test
    void firstVisitPreloadsAllModulesOfThePage() {
        signIn();
        raiseTier();
        for (String path : List.of(
                "",
                "/live/overview",
                "/live/chargers",
                "/live/chargers/CP-1",
                "/test/transactions",
                "/live/transactions/1",
                "/live/webhooks",
                "/live/webhooks/1",
                "/live/events",
                "/live/keys",
                "/live/usage")) {
            page.navigate(platform.api() + "/portal" + path);
            assertThat(page.locator("main h1")).isVisible();
            assertThat(page.evaluate(MODULES_WITHOUT_PRELOAD)).as(path).isEqualTo(List.of());
        }
        errors.removeIf(error -> error.contains("status of 404"));
    }

    @Test
    void everyPageIsAccessible() {
        signIn();
        raiseTier();
        for (String name : PAGES) {
            go(name);
            assertThat(page.locator("main h1")).isVisible();
            assertAccessible(name);
        }
    }

    @Test
    void callsBelowThePagesReadTheSameWithAKey() {
        signIn();
        raiseTier();
        registerCharger("CP 'é");
        go("API keys");
        page.getByLabel("Name").fill("curl");
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();
        String key = stored();
        for (String name : List.of("Chargers", "Transactions", "Webhooks", "API keys", "Organisation")) {
            go(name);
            assertThat(calls())
                    .isNotEmpty()
                    .allSatisfy(call -> assertThat(read(call, key)).as(call).isEqualTo("200"));
        }
        go("Chargers");
        page.getByRole(AriaRole.LINK, named("CP 'é")).click();
        assertThat(heading("CP 'é")).isVisible();
        assertThat(calls())
                .hasSize(4)
                .allSatisfy(call -> assertThat(read(call, key)).as(call).isEqualTo("200"));
        page.navigate(platform.api() + "/portal/live/events?event=charger.boot");
        assertThat(heading("Live events")).isVisible();
        assertThat(calls())
                .containsExactly("curl -N -H \"X-API-Key: $PLUGSTREAM_KEY\" '" + platform.api()
                        + "/api/v1/events?events=charger.boot'");
    }

    private List<String> calls() {
        page.getByText("The same with curl").last().click();
        return page.locator("details.curl code").allTextContents();
    }

    /** The status that curl gets, from a shell as a user has it. */
    private static String read(String call, String key) {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", call + " -s -o /dev/null -w '%{http_code}'")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        shell.environment().put("PLUGSTREAM_KEY", key);
        try (Reader output = shell.start().inputReader(StandardCharsets.UTF_8)) {
            return output.readAllAsString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPageShowsProblemsAndARemedy() {
        signIn();
        raiseTier();
        for (String name : List.of("Chargers", "Transactions", "Webhooks", "API keys", "Organisation", "Overview")) {
            page.route(READS, Route::abort);
            go(name);
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("No answer");
            assertThat(page.locator("main h1")).isVisible();
            page.unroute(READS);
            tryAgain(page);
            assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
            assertThat(page.locator("main h1")).isVisible();
        }
        errors.removeIf(error -> error.contains("ERR_FAILED"));
    }

    @Test
    void pageThatCannotBeLoadedSaysSo() {
        signIn();
        page.route("**/pages/keys-page.js", Route::abort);
        go("API keys");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("This page cannot be loaded");
        page.unroute("**/pages/keys-page.js");
        page.getByRole(AriaRole.BUTTON, named("Try again")).click();
        assertThat(heading("API keys")).isVisible();
        errors.removeIf(error -> error.contains("ERR_FAILED"));
    }

    /** A table too wide for the screen scrolls, instead of breaking its words. */
    @Test
    void wordsOfTablesAndLongNamesFitAPhone() {
        page.route("**/portal/api/session", route -> {
            APIResponse session = route.fetch();
            String named = session.text().replaceFirst("\"name\":\"[^\"]*\"", "\"name\":\"" + "N".repeat(200) + '"');
            route.fulfill(new Route.FulfillOptions().setResponse(session).setBody(named));
        });
        signIn();
        registerCharger("W".repeat(48));
        page.setViewportSize(390, 844);
        assertThat(page.evaluate(BROKEN_WORDS)).isEqualTo(List.of());
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        look("chargers-390");
    }

    @Test
    void modesAreSeparateAndTestModeIsShownOnEveryPage() {
        signIn();
        raiseTier();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("test").click();
        for (String name : PAGES) {
            go(name);
            assertThat(page.getByText("Test mode:")).isVisible();
            assertThat(page.url()).contains("/portal/test/");
        }
        go("API keys");
        page.getByLabel("Name").fill("sandbox");
        page.getByRole(AriaRole.BUTTON, named("Create test key")).click();
        assertThat(stored()).startsWith("plug_test_");
        assertThat(page.getByText("plug_test_")).isVisible();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("live").click();
        assertThat(page.getByText("There is no live key yet")).isVisible();
    }

    @Test
    void pagesAreUsableWithTheKeyboardAlone() {
        page.navigate(platform.api() + "/portal");
        assertThat(page.getByRole(AriaRole.LINK, named("Sign in"))).isVisible();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(heading("Sign in to Plugstream")).isVisible();
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(heading("Overview")).isVisible();
        page.keyboard().press("Tab");
        assertThat(page.getByText("To the content")).isFocused();
    }

    @Test
    void focusOfTheKeyboardIsVisibleInTheHeader() {
        signIn();
        page.keyboard().press("Tab");
        assertThat(page.evaluate(CUT_OUTLINES)).isEqualTo(List.of());
    }

    @Test
    void currentModeIsNotShownByColourAlone() {
        signIn();
        Locator modes = page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Mode"));
        assertThat(modes.getByText("live")).hasCSS("font-weight", "700");
        assertThat(modes.getByText("test")).hasCSS("font-weight", "400");
    }

    @Test
    void signInPagesAreAccessible() {
        page.navigate(platform.api() + "/portal");
        assertThat(page.getByRole(AriaRole.LINK, named("Sign in"))).isVisible();
        assertAccessible("welcome");
        page.getByRole(AriaRole.LINK, named("Sign in")).click();
        assertThat(heading("Sign in to Plugstream")).isVisible();
        assertAccessible("sign-in");
        page.navigate(platform.api() + "/portal/callback");
        assertThat(heading("This sign-in is not valid")).isVisible();
        assertAccessible("sign-in-not-valid");
        errors.removeIf(error -> error.contains("status of 400"));
    }

    /** Two tabs share one session, so both belong to the person who signed in last. */
    @Test
    void tabChangesToThePersonWhoSignedInLast() {
        signIn();
        go("Organisation");
        String former = organisation();
        Locator shown = page.locator("main dl code");
        assertThat(shown).hasText(former);
        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/sign-in");
        other.getByText("of a new organisation").click();
        assertThat(other.getByRole(AriaRole.HEADING, named("Overview"))).isVisible();
        assertThat(shown).not().hasText(former);
        assertThat(shown).hasText(organisation());
    }

    @Test
    void signedOutTabFollowsTheNextSignIn() {
        page.navigate(platform.api() + "/portal/live/usage");
        assertThat(page.getByRole(AriaRole.LINK, named("Sign in"))).isVisible();
        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/sign-in");
        other.getByText("of a new organisation").click();
        assertThat(page.getByText("Calls that this portal makes")).isVisible();
    }

    @Test
    void personWhoSignsOutInOneTabIsSignedOutInAll() {
        signIn();
        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/live/usage");
        assertThat(other.getByText("Calls that this portal makes")).isVisible();
        page.getByRole(AriaRole.BUTTON, named("Sign out")).click();
        assertThat(page.getByRole(AriaRole.LINK, named("Sign in"))).isVisible();
        assertThat(other.getByText("You are signed out")).isVisible();
        assertThat(other.getByRole(AriaRole.LINK, named("Sign in")).getAttribute("href"))
                .contains("%2Fportal%2Flive%2Fusage");
    }
}
