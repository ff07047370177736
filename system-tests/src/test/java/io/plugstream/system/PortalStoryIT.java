package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.ChargerView;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.ocpp16.Ocpp16;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The path of a new user from sign-in to the first delivery, only on pages, with the whole platform, a real browser and
 * a simulated charger.
 */
class PortalStoryIT extends PortalWindow {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout((double) LIMIT.toMillis());

    @Test
    void newPersonFindsTheDeliveryOfTheirFirstCharge() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver();
                Fleet fleet = new Fleet(Clock.systemUTC())) {
            signIn();
            assertThat(status(makeKey())).isEqualTo(200);
            // New organisations are on the free tier, which has no webhooks.
            raiseTier();
            makeWebhook(receiver.url());

            SimulatedCharger charger = Chargers.withoutMemory(
                    fleet,
                    registered("GARAGE-1"),
                    new Ocpp16(),
                    ChargerModel.wallbox("STORY").withConfiguration(Map.of("MeterValueSampleInterval", "1")));
            Locator connection = page.locator("[data-test=connection]");
            assertThat(connection).containsText("Not connected");
            charger.start();
            assertThat(connection).containsText("Connected with ocpp1.6", SOON);
            assertThat(charger.await(ChargerView::idle, LIMIT)).isTrue();
            charger.act(known -> known.plugIn(1));
            assertThat(page.locator("[data-test=connector-status]").last()).containsText("Preparing", SOON);
            window.look("story-charger");

            Locator began = startCharge();
            assertThat(began).containsText("transaction", SOON);
            began.click();
            Locator energy = page.locator("[data-test=energy]");
            assertThat(energy).containsText(Pattern.compile("[1-9][0-9.,]*\u00a0k?Wh"), SOON);
            String before = energy.textContent();
            assertThat(energy).not().containsText(before, SOON);
            window.look("story-meter");
            charger.act(known -> known.unplug(1));
            assertThat(page.locator("[data-test=status]")).containsText("completed", SOON);

            findDelivery(receiver);
            window.look("story-delivery");
            checkSteps();
            window.look("story-overview");
        }
    }

    private String makeKey() {
        page.getByText("Create an API key").click();
        page.getByLabel("Name").fill("first");
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();
        return stored();
    }

    private void makeWebhook(String url) {
        go("Webhooks");
        page.getByLabel("Address").fill(url);
        page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
        stored();
    }

    private ChargerAddress registered(String chargeBoxId) {
        go("Chargers");
        page.getByLabel("Charge box id").fill(chargeBoxId);
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        String password = stored();
        assertThat(page.getByRole(AriaRole.HEADING, named(chargeBoxId))).isVisible();
        String url = page.locator("copy-text code").first().textContent();
        return new ChargerAddress(URI.create(url), chargeBoxId, password);
    }

    private Locator startCharge() {
        page.getByLabel("idTag", new Page.GetByLabelOptions().setExact(true)).fill("MY-TAG");
        page.getByRole(AriaRole.BUTTON, named("Send")).click();
        assertThat(page.locator("[data-test=command-status]")).containsText("accepted", SOON);
        return page.locator("[data-test=command]").getByRole(AriaRole.LINK);
    }

    private void findDelivery(RecordingReceiver receiver) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> !receiver.received("transaction.stopped").isEmpty());
        RecordingReceiver.Received received =
                receiver.received("transaction.stopped").getFirst();
        go("Webhooks");
        page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
        Locator row = page.locator("[data-test=delivery]")
                .filter(new Locator.FilterOptions().setHasText("transaction.stopped"));
        assertThat(row).containsText("delivered", SOON);
        row.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Open"))
                .click();
        assertThat(page.locator("[data-test=explanation]")).containsText("answered 204");
        assertThat(page.locator("[data-test=request-headers]")).containsText("webhook-id: " + received.webhookId());
        assertThat(page.locator("[data-test=request-headers]")).containsText("webhook-signature: v1,");
        assertThat(page.locator("[data-test=request-body]")).containsText("\"chargeBoxId\": \"GARAGE-1\"");
    }

    /** The overview shows all steps as done; a key's use is recorded within a minute. */
    private void checkSteps() {
        go("Overview");
        Locator counts = page.locator("[data-test=counts]");
        assertThat(counts).containsText("1 charger");
        assertThat(counts).containsText("1 online");
        assertThat(page.getByText("✓ done"))
                .hasCount(6, new LocatorAssertions.HasCountOptions().setTimeout(2.0 * LIMIT.toMillis()));
    }
}
