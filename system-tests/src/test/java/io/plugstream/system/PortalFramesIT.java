package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import org.junit.jupiter.api.Test;

/** The frames on a charger's page. */
class PortalFramesIT extends PortalWindow {

    /** Frames pass from the charger's socket through gateway, Kafka and API to the page, until it closes the stream. */
    @Test
    void personSeesTheFramesOfAChargerForAsLongAsTheyWant() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        try (charger) {
            connect(charger);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            Locator state = page.locator("[data-test=frames-state]");
            Locator frames = page.locator("[data-test=frame]");
            assertThat(state).hasText("No frames are shown now.");
            page.getByRole(AriaRole.BUTTON, named("Show frames")).press("Enter");
            assertThat(state).containsText("until");
            assertThat(page.getByRole(AriaRole.BUTTON, named("Stop showing frames")))
                    .isFocused();

            charger.boot(HOSTILE.substring(0, 20), "One");
            assertThat(frames).hasCount(2);
            assertThat(frames.last()).containsText("From the charger");
            assertThat(frames.last()).containsText("BootNotification");
            assertThat(frames.last()).containsText(HOSTILE.substring(0, 19));
            assertThat(frames.first()).containsText("To the charger");
            assertThat(frames.first()).containsText("BootNotification");
            charger.start(charger.startRequest(1, "HIDDEN-TAG", 0));
            assertThat(frames).hasCount(4);
            assertThat(frames.nth(1)).containsText("\"idTag\":\"***\"");
            assertThat(page.locator("live-frames").textContent()).doesNotContain("HIDDEN-TAG");
            assertAccessible("charger-frames");

            page.getByRole(AriaRole.BUTTON, named("Stop showing frames")).click();
            assertThat(state).hasText("No frames are shown now.");
            charger.status(1, ChargePointStatus.Charging, "");
            assertThat(page.locator("[data-test=connector-status]")).hasText("Charging");
            assertThat(frames).hasCount(4);
            page.getByRole(AriaRole.BUTTON, named("Clear frames")).click();
            assertThat(frames).hasCount(0);
            assertThat(page.getByRole(AriaRole.BUTTON, named("Show frames"))).isFocused();
        }
    }

    @Test
    void lostNetworkEndsTheFramesVisibly() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator state = page.locator("[data-test=frames-state]");
        page.getByRole(AriaRole.BUTTON, named("Show frames")).click();
        assertThat(state).containsText("until");
        context.setOffline(true);
        assertThat(state).hasText("No frames are shown now.");
        Locator problem = page.locator("live-frames").getByRole(AriaRole.ALERT);
        assertThat(problem).containsText("The connection broke");
        context.setOffline(false);
        problem.getByRole(AriaRole.BUTTON).press("Enter");
        assertThat(state).containsText("until");
        assertThat(page.getByRole(AriaRole.REGION, named("Live frames"))).isFocused();
        errors.removeIf(error -> error.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void endAndRefusalOfAFrameStreamAreExplained() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator state = page.locator("[data-test=frames-state]");
        page.route(
                "**/chargers/CP-1/frames",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody("""
                                event:on
                                data:{"until":"2026-01-31T09:00:00.000Z"}

                                :heartbeat

                                event:end
                                data:{"detail":"The charger was deleted."}

                                """)));
        page.getByRole(AriaRole.BUTTON, named("Show frames")).click();
        assertThat(state).containsText("The charger was deleted.");
        page.unroute("**/chargers/CP-1/frames");
        page.route(
                "**/chargers/CP-1/frames",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(429)
                        .setContentType("application/problem+json")
                        .setBody(
                                "{\"title\":\"Too many streams\",\"detail\":\"" + HOSTILE.replace("\"", "'") + "\"}")));
        page.getByRole(AriaRole.BUTTON, named("Show frames")).click();
        assertThat(page.locator("live-frames").getByRole(AriaRole.ALERT)).containsText("Too many streams");
        assertThat(state).hasText("No frames are shown now.");
        errors.removeIf(error -> error.contains("status of 429"));
    }
}
