package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages of transactions. */
class PortalTransactionsIT extends PortalWindow {

    @Test
    void personWatchesASessionGrowAndEnd() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Transactions");
        assertThat(page.getByText("Nothing has been charged yet")).isVisible();
        try (charger) {
            connect(charger);
            int transactionId = charger.start(charger.startRequest(1, "<b>tag</b>", 1_000));
            Locator link = link(transactionId);
            assertThat(link).isVisible();
            assertThat(page.getByRole(AriaRole.CELL, named("<b>tag</b>"))).isVisible();
            link.click();
            assertThat(heading("Transaction " + transactionId)).isVisible();
            charger.meterValue(1, transactionId, "3.5");
            assertThat(page.locator("[data-test=energy]")).containsText("2.5 kWh");
            assertThat(page.getByRole(AriaRole.IMG)).hasCount(2);
            assertThat(page.locator("figure time").first())
                    .hasAttribute("title", Pattern.compile("^2\\d{3}-.*Z \\(UTC\\)$"));

            page.route(READS, Route::abort);
            charger.meterValue(1, transactionId, "4.0");
            assertThat(page.getByText("was read before and may be old")).isVisible();
            assertThat(page.locator("[data-test=energy]")).containsText("2.5 kWh");
            page.unroute(READS);
            errors.removeIf(error -> error.contains("ERR_FAILED"));
            tryAgain(page);
            assertThat(page.locator("[data-test=energy]")).containsText("3 kWh");

            charger.stop(charger.stopRequest(transactionId, 5_000));
            assertThat(page.locator("[data-test=status]")).hasText("completed");
            assertThat(page.locator("[data-test=energy]")).containsText("4 kWh");
            page.getByText("As a table").click();
            for (String energy : List.of("0 kWh", "2.5 kWh", "3 kWh", "4 kWh")) {
                assertThat(page.getByRole(AriaRole.CELL, named(energy))).isVisible();
            }
            assertThat(page.getByRole(
                            AriaRole.COLUMNHEADER, named("Power, the average between two readings of energy")))
                    .isVisible();
            Locator ends = page.locator("figure").first().locator("time");
            assertThat(ends.last()).not().hasText(ends.first().textContent());
            assertAccessible("transaction");
        }
        assertThat(page.title()).contains("Transactions · Plugstream");
    }

    @Test
    void focusStaysAtItsTransactionWhenAnotherStarts() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Transactions");
        try (charger) {
            connect(charger);
            Locator first = link(charger.start(charger.startRequest(1, "TAG-1", 0)));
            first.focus();
            assertThat(link(charger.start(charger.startRequest(2, "TAG-2", 0)))).isVisible();
            assertThat(first).isFocused();
        }
    }

    /** The end of an unknown transaction is no event. */
    @Test
    void orphanedTransactionsAppearByThemselves() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Transactions");
        try (charger) {
            connect(charger);
            assertThat(page.getByText("Nothing has been charged yet")).isVisible();
            charger.stop(charger.stopRequest(1_234_567, 5_000));
            assertThat(status(page, "orphaned")).isVisible();
            assertThat(page.getByText("unknown: 5 kWh on the meter at the end")).isVisible();
            // Its id may also be that of another transaction.
            assertThat(link(1_234_567)).hasCount(0);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            assertThat(page.getByText("Transaction 1234567")).isVisible();
            assertThat(page.getByRole(AriaRole.LINK, named("Transaction 1234567")))
                    .hasCount(0);
        }
    }

    /** Such as the end of a charger whose meter began anew. */
    @Test
    void negativeEnergyIsNotShownAsEnergy() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Transactions");
        try (charger) {
            connect(charger);
            int transactionId = charger.start(charger.startRequest(1, "TAG-1", 5_000));
            charger.stop(charger.stopRequest(transactionId, 10));
            Locator unknown = page.getByText("unknown: the meter is below its start");
            assertThat(unknown).isVisible();
            link(transactionId).click();
            assertThat(page.locator("[data-test=energy]")).hasText("unknown: the meter is below its start");
            assertThat(page.getByText("-4.99 kWh")).hasCount(0);
        }
    }

    private Locator link(int transactionId) {
        return page.getByRole(AriaRole.LINK, named(Integer.toString(transactionId)));
    }

    @Test
    void filtersOfTransactionsAreInTheUrl() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        int transactionId;
        try (charger) {
            connect(charger);
            transactionId = charger.start(charger.startRequest(1, "TAG-1", 0));
            charger.stop(charger.stopRequest(transactionId, 10));
        }
        go("Transactions");
        Locator found = link(transactionId);
        assertThat(found).isVisible();
        Download sheet = page.waitForDownload(() ->
                page.getByRole(AriaRole.BUTTON, named("Download all as CSV")).click());
        assertThat(sheet.suggestedFilename()).isEqualTo("transactions-live.csv");
        assertThat(Files.readString(sheet.path()))
                .startsWith("transactionId,")
                .contains("\r\n" + transactionId + ",CP-1,");
        page.getByLabel("Status").selectOption("active");
        page.getByRole(AriaRole.BUTTON, named("Filter")).click();
        assertThat(page.getByText("No transaction matches")).isVisible();
        assertThat(page.url()).endsWith("?status=active");
        page.reload();
        assertThat(page.getByLabel("Status")).hasValue("active");
        assertThat(page.getByText("No transaction matches")).isVisible();
        page.goBack();
        assertThat(found).isVisible();
        page.getByLabel("Charger").fill("CP-1");
        page.getByLabel("Started before").fill("2099-01-31T09:00:01");
        page.getByLabel("Charger").press("Enter");
        assertThat(page).hasURL(Pattern.compile("\\?chargeBoxId=CP-1&to=2099-01-3.*Z$"));
        assertThat(found).isVisible();
        page.navigate(platform.api() + "/portal/live/transactions?from=yesterday");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("from");
        errors.removeIf(error -> error.contains("status of 400"));
        page.getByText("All transactions").click();
        assertThat(found).isVisible();
        page.navigate(platform.api() + "/portal/live/transactions/2147483647");
        assertThat(page.getByText("There is no such live transaction")).isVisible();
        errors.removeIf(error -> error.contains("status of 404"));
    }

    @Test
    void linkToAllRemovesAlsoWhatWasNotYetFilteredBy() {
        signIn();
        page.navigate(platform.api() + "/portal/live/transactions?chargeBoxId=CP-1");
        assertThat(page.getByLabel("Charger")).hasValue("CP-1");
        page.getByLabel("Status").selectOption("active");
        page.getByRole(AriaRole.LINK, named("All transactions")).click();
        assertThat(page.getByText("Nothing has been charged yet")).isVisible();
        assertThat(page.getByLabel("Charger")).hasValue("");
        assertThat(page.getByLabel("Status")).hasValue("");
    }
}
