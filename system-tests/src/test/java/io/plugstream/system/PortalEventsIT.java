package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

/** The page of live events. */
class PortalEventsIT extends PortalWindow {

    @Test
    void eventsAppearAsTheyHappenAndCanBePaused() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Live events");
        assertThat(page.getByText("No event since the portal was opened")).isVisible();
        Locator rows = page.locator("[data-test=events] > li");
        try (charger) {
            connect(charger);
            assertThat(rows).hasCount(1);
            charger.boot(HOSTILE.substring(0, 20), "One");
            assertThat(rows).hasCount(2);
            assertThat(rows.first()).containsText("charger.boot");
            rows.first().getByText("JSON").click();
            assertThat(rows.first()).containsText("\"vendor\": \"<img");
            assertAccessible("events-listed");
            page.getByRole(AriaRole.BUTTON, named("Pause the list")).click();
            charger.status(1, ChargePointStatus.Available, "");
            assertThat(page.getByText("Paused. New events: 1.")).isVisible();
            assertThat(rows).hasCount(2);
            page.getByRole(AriaRole.BUTTON, named("Resume the list")).click();
            assertThat(rows).hasCount(3);
            // An opened event stays open when new ones appear before it.
            assertThat(rows.nth(1).locator("pre")).isVisible();
            page.locator("select[name=event]").selectOption("charger.boot");
            page.getByRole(AriaRole.BUTTON, named("Filter")).click();
            assertThat(rows).hasCount(1);
            assertThat(page.url()).endsWith("?event=charger.boot");
            rows.first().getByRole(AriaRole.LINK).click();
            assertThat(heading("CP-1")).isVisible();
            charger.status(1, ChargePointStatus.Charging, "");
            assertThat(page.locator("[data-test=connector-status]")).hasText("Charging");
            go("Live events");
            assertThat(rows).hasCount(4);
        }
    }

    @Test
    void eventOfAChargerWithASlowClockIsTheNewestWhenItArrives() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Live events");
        Locator rows = page.locator("[data-test=events] > li");
        try (charger) {
            connect(charger);
            assertThat(rows).hasCount(1);
            var request = charger.statusRequest(1, ChargePointStatus.Available, "");
            request.setTimestamp(ZonedDateTime.now(ZoneOffset.UTC).minusDays(1));
            charger.answer(request);
            assertThat(rows).hasCount(2);
            assertThat(rows.first()).containsText("connector.status_changed");
            go("Overview");
            assertThat(page.locator("[data-test=happened] > li").first()).containsText("connector.status_changed");
        }
    }

    @Test
    void eventsOfAnInterruptionAppearAfterItOnce() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Live events");
        Locator rows = page.locator("[data-test=events] > li");
        try (charger) {
            connect(charger);
            assertThat(rows).hasCount(1);
            context.setOffline(true);
            assertThat(page.getByText("The live connection is interrupted")).isVisible();
            charger.boot("Acme", "One");
            charger.status(1, ChargePointStatus.Available, "");
            context.setOffline(false);
            assertThat(rows).hasCount(3, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
            charger.status(1, ChargePointStatus.Charging, "");
            assertThat(rows).hasCount(4);
            assertThat(page.getByText("may be missing")).hasCount(0);
        }
        errors.removeIf(error -> error.contains("ERR_INTERNET_DISCONNECTED"));
    }
}
