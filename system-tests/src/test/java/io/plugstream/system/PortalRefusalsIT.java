package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Refused handshakes on the pages of chargers. */
class PortalRefusalsIT extends PortalWindow {

    /** With true attempts at the real gateway; what it says of them is on the page without asking. */
    @Test
    void personSeesWhyAChargerIsNotLetIn() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        String url;
        try (charger) {
            connect(charger);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            url = page.locator("copy-text code").first().textContent();
            assertThat(page.locator("[data-test=connection]")).containsText("Connected with ocpp1.6");
        }
        assertThat(page.locator("[data-test=connection]")).containsText("Not connected");
        assertThat(page.getByText("None in the last 7 days")).isVisible();
        Locator refusals = page.locator("[data-test=refusal]");

        assertThat(refused(url, "ocpp1.6")).isEqualTo(401);
        assertThat(refusals).hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(2_000));
        assertThat(refusals.first()).containsText("Wrong password");
        assertThat(refused(url + "/CP-1", "ocpp1.6")).isEqualTo(404);
        assertThat(refusals).hasCount(2);
        assertThat(refusals.first()).containsText("Wrong path");
        isForEveryone("charger-refused");

        go("Chargers");
        assertThat(refusals).hasCount(2);
        assertThat(refused(url.replace("/CP-1", "/cp-1"), "ocpp1.6")).isEqualTo(404);
        assertThat(refusals).hasCount(3);
        assertThat(refusals.first()).containsText("Unknown id");
        assertThat(refusals.first()).containsText("cp-1");
        isForEveryone("chargers-refused");
    }

    /** Those that take long to bring about, and one that a later release may know. */
    @Test
    void everyReasonOfARefusalHasWords() {
        signIn();
        registerCharger("CP-1");
        List<String> reasons = List.of("wrong_subprotocol", "tls", "too_many_attempts", "<b>new</b>");
        page.route(
                Pattern.compile(".*/chargers/CP-1/handshakes.*"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"handshakes\":["
                                + reasons.stream()
                                        .map(
                                                reason ->
                                                        "{\"id\":\"1\",\"chargeBoxId\":\"CP-1\",\"reason\":\"" + reason
                                                                + "\",\"address\":\"192.0.2.7\",\"refusedAt\":\"2026-01-31T09:00:00.000Z\"}")
                                        .collect(Collectors.joining(","))
                                + "]}")));
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator refusals = page.locator("[data-test=refusal]");
        assertThat(refusals.nth(0)).containsText("neither ocpp1.6 nor ocpp2.0.1");
        assertThat(refusals.nth(1)).containsText("certificate");
        assertThat(refusals.nth(2)).containsText("Wait a minute");
        assertThat(refusals.nth(3)).containsText("<b>new</b>");
    }

    /** The status with which the gateway refuses a charger that gives a wrong password. */
    private static int refused(String url, String protocol) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var attempt = client.newWebSocketBuilder()
                    .subprotocols(protocol)
                    .header(
                            "Authorization",
                            "Basic "
                                    + Base64.getEncoder().encodeToString("CP-1:wrong".getBytes(StandardCharsets.UTF_8)))
                    .buildAsync(URI.create(url), new WebSocket.Listener() {});
            return attempt.handle((_, failure) -> failure)
                    .thenApply(failure -> failure.getCause() instanceof WebSocketHandshakeException refusal
                            ? refusal.getResponse().statusCode()
                            : ((WebSocketHandshakeException) failure)
                                    .getResponse()
                                    .statusCode())
                    .join();
        }
    }
}
