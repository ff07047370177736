package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The page for operators. */
class PortalOperatorsIT extends PortalWindow {

    private static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(5_000);
    private static final Pattern ADMINISTRATION = Pattern.compile(".*/portal/api/admin/.*");

    private static final String NAME = """
            ([id, name]) => fetch(`/portal/api/admin/organisations/${id}`, {
              method: 'PUT',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ name, tier: 'Free' }),
            }).then((answer) => answer.status)
            """;

    @Test
    void operatorGivesAnOrganisationAnotherTier() {
        signIn();
        assertThat(page.getByText("Operators")).hasCount(0);
        page.navigate(platform.api() + "/portal/live/operators");
        assertThat(page.getByText("There is no such page")).isVisible();
        String id = organisation();
        try (Chromium.Window other = browser.window()) {
            Page operator = other.page();
            operator.navigate(platform.api() + "/portal");
            operator.getByRole(AriaRole.LINK, named("Sign in")).click();
            operator.getByText("An operator of the platform").click();
            assertThat(operator.evaluate(NAME, List.of(id, HOSTILE))).isEqualTo(200);
            operator.getByRole(AriaRole.LINK, named("Operators")).click();
            operator.getByLabel("Id or name").fill(id);
            operator.getByRole(AriaRole.BUTTON, named("Filter")).click();
            assertThat(operator).hasURL(Pattern.compile("/operators\\?search=" + id + "$"));
            Locator row = operator.locator("[data-test=organisation]");
            assertThat(row).hasCount(1);
            assertThat(row).containsText(HOSTILE);
            other.assertAccessible("operators");

            Locator dialog = operator.getByRole(AriaRole.DIALOG);
            Locator change =
                    dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Change the tier"));
            operator.getByRole(AriaRole.BUTTON, named("Change the tier of " + id))
                    .click();
            assertThat(change).isDisabled();
            dialog.getByLabel("Tier").selectOption("Growth");
            change.click();
            assertThat(operator.locator("[data-test=changed]")).hasText(id + " is on Growth now.");
            assertThat(row).containsText("Growth");
            Awaitility.await()
                    .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                    .until(() -> page.evaluate(
                                    "fetch('/portal/api/live/organisation').then(a => a.json()).then(o => o.tier)")
                            .equals("Growth"));

            operator.getByRole(AriaRole.BUTTON, named("Change the tier of " + id))
                    .click();
            dialog.getByLabel("Tier").selectOption("Free");
            assertThat(dialog).containsText("Webhooks get nothing");
            other.assertAccessible("operators-dialog");
            operator.route(ADMINISTRATION, Route::abort);
            change.click();
            assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("may have been done");
            dialog.getByText("Cancel").click();
            Organisation.setTier(platform, id, "Starter");
            assertThat(operator.getByRole(AriaRole.ALERT)).containsText("No answer");
            assertThat(operator.getByText("was read before and may be old")).isVisible();
            assertThat(row).containsText("Growth");
            assertThat(operator.getByRole(AriaRole.BUTTON, named("Try again"))).isVisible();
            operator.unroute(ADMINISTRATION);
            tryAgain(operator);
            assertThat(operator.getByRole(AriaRole.ALERT)).hasCount(0);
            assertThat(row).containsText("Starter");
            Organisation.setTier(platform, id, "Scale");
            assertThat(row).containsText("Scale", SOON);

            operator.getByLabel("Id or name").fill("no such organisation");
            operator.getByLabel("Id or name").press("Enter");
            assertThat(operator.getByText("No organisation matches")).isVisible();
            answersTo(operator, 0);
            operator.getByText("Show all").click();
            assertThat(operator.getByText("There is no organisation yet")).isVisible();
            answersTo(operator, 120);
            Organisation.setTier(platform, id, "Growth");
            assertThat(operator.getByText("120 in total: 120 Free, 0 Starter")).isVisible();
            assertThat(row).hasCount(100);
            operator.getByRole(AriaRole.LINK, named("More")).click();
            assertThat(operator).hasURL(Pattern.compile("/operators\\?cursor=next$"));
            assertThat(row).hasCount(20);
            operator.getByRole(AriaRole.LINK, named("First")).click();
            assertThat(row).hasCount(100);
            other.errors().removeIf(error -> error.contains("ERR_FAILED"));
            other.assertNoErrors();
        }
    }

    /** Pretends that there is this number of organisations, a hundred of them on the first page. */
    private static void answersTo(Page operator, int organisations) {
        operator.unroute(ADMINISTRATION);
        operator.route(ADMINISTRATION, route -> {
            String address = route.request().url();
            if (address.endsWith("/summary")) {
                answer(
                        route,
                        "{\"total\":%d,\"tiers\":{\"Free\":%d,\"Starter\":0,\"Growth\":0,\"Scale\":0}}"
                                .formatted(organisations, organisations));
            } else if (address.contains("cursor=next")) {
                answer(route, "{\"organisations\":[" + organisations(100, organisations) + "]}");
            } else {
                answer(
                        route,
                        "{\"organisations\":[" + organisations(0, Math.min(100, organisations)) + ']'
                                + (organisations > 100 ? ",\"nextCursor\":\"next\"}" : "}"));
            }
        });
    }

    private static String organisations(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"id\":\"org-%d\",\"name\":\"Organisation %d\",\"tier\":\"Free\"}".formatted(i, i))
                .collect(Collectors.joining(","));
    }

    private static void answer(Route route, String json) {
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(json));
    }
}
