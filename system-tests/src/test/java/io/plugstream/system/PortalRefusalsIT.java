package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Refused handshakes on the pages of chargers. */
class PortalRefusalsIT extends PortalWindow {

    private static final LocatorAssertions.HasCountOptions SOON =
            new LocatorAssertions.HasCountOptions().setTimeout(5_000);

    /** Makes real attempts at the real gateway; its reports appear on the page without a reload. */
    @Test
    void personSeesWhyAChargerIsRefused() throws Exception {
        signIn();
        Registered registered = register("CP-1");
        ChargePoint charger = new ChargePoint("CP-1", registered.connectionUrl(), registered.password());
        String url;
        try (charger) {
            connect(charger);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            url = page.locator("copy-text code").first().textContent();
            assertThat(page.locator("[data-test=connection]")).containsText("Connected with ocpp1.6");
            assertThat(page.getByText("1: a password, without TLS")).isVisible();
            assertThat(page.getByText("websocat --protocol ocpp1.6"))
                    .containsText("printf %s 'CP-1:PASSWORD' | base64");
            assertThat(page.getByText("websocat --protocol ocpp1.6"))
                    .containsText("websocat --protocol ocpp1.6 '" + url + "' -H ");
        }
        assertThat(page.locator("[data-test=connection]")).containsText("Not connected");
        assertThat(page.getByText("None in the last 7 days")).isVisible();
        Locator refusals = page.locator("[data-test=refusal]");

        assertThat(knock(url, "wrong", "ocpp1.6")).isEqualTo(401);
        assertThat(refusals).hasCount(1, SOON);
        assertThat(refusals.first()).containsText("Wrong password");
        assertThat(knock(url + "/CP-1", "wrong", "ocpp1.6")).isEqualTo(404);
        assertThat(refusals).hasCount(2, SOON);
        assertThat(refusals.first()).containsText("Wrong path");
        // The handshake succeeds, so that a close code can report the fault.
        assertThat(knock(url, registered.password(), "ocpp1.5")).isEqualTo(101);
        assertThat(refusals).hasCount(3, SOON);
        assertThat(refusals.first()).containsText("Wrong sub-protocol");
        assertAccessible("charger-refused");

        go("Chargers");
        assertThat(refusals).hasCount(3);
        assertThat(knock(url.replace("/CP-1", "/cp-1"), "wrong", "ocpp1.6")).isEqualTo(404);
        assertThat(refusals).hasCount(4, SOON);
        assertThat(refusals.first()).containsText("Unknown id");
        assertThat(refusals.first()).containsText("cp-1");
        assertAccessible("chargers-refused");
    }

    /** Uses a separate address, so that no other client is blocked. */
    @Test
    void personSeesThatAnAddressHasFailedTooOften() throws Exception {
        InetAddress stranger = InetAddress.getByName("127.0.0.2");
        signIn();
        Registered registered = register("CP-2");
        page.getByRole(AriaRole.LINK, named("CP-2")).click();
        String url = registered.connectionUrl();
        int failures = 0;
        while (knock(stranger, url.replace("/CP-2", "/nobody"), "wrong", "ocpp1.6") != 429) {
            failures++;
            assertThat(failures).isLessThan(1_000);
        }
        assertThat(knock(stranger, url, "wrong", "ocpp1.6")).isEqualTo(429);
        Locator refusals = page.locator("[data-test=refusal]");
        assertThat(refusals).hasCount(1, SOON);
        assertThat(refusals.first()).containsText("Too many attempts");
        assertThat(refusals.first()).containsText("Wait a minute");
    }

    /** Reasons that take long to cause, and one that only a later release may know. */
    @Test
    void everyRefusalReasonIsExplained() {
        signIn();
        registerCharger("CP-1");
        List<String> reasons = List.of("wrong_subprotocol", "tls", "<b>new</b>");
        page.route(
                Pattern.compile(".*/chargers/CP-1/handshakes.*"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"handshakes\":["
                                + reasons.stream()
                                        .map(PortalRefusalsIT::refusal)
                                        .collect(Collectors.joining(","))
                                + "]}")));
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator refusals = page.locator("[data-test=refusal]");
        assertThat(refusals.nth(0)).containsText("neither ocpp1.6 nor ocpp2.0.1");
        assertThat(refusals.nth(1)).containsText("certificate");
        assertThat(refusals.nth(2)).containsText("<b>new</b>");
    }

    @Test
    void everyRefusalIsShown() {
        signIn();
        registerCharger("CP-1");
        page.route(Pattern.compile(".*/handshakes.*"), route -> {
            String asked = route.request().url();
            boolean isOlder = asked.contains("cursor=next");
            int limit = Integer.parseInt(asked.replaceFirst(".*[?&]limit=(\\d+).*", "$1"));
            String next = isOlder ? "" : ",\"nextCursor\":\"next\"";
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody("{\"handshakes\":["
                            + String.join(",", Collections.nCopies(isOlder ? 1 : limit, refusal("tls"))) + ']' + next
                            + '}'));
        });
        page.reload();
        Locator refusals = page.locator("[data-test=refusal]");
        assertThat(refusals).hasCount(100);
        page.getByRole(AriaRole.NAVIGATION, named("More refused attempts"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Older"))
                .click();
        assertThat(refusals).hasCount(1);
        assertThat(page.getByRole(AriaRole.TABLE).first()).containsText("CP-1");

        refusals.getByRole(AriaRole.LINK).click();
        assertThat(refusals).hasCount(100);
        assertThat(refusals.first()).isVisible();
        assertThat(refusals.last()).isHidden();
        page.getByText("90 older attempts").click();
        assertThat(refusals.last()).isVisible();
        assertAccessible("charger-many-refused");
    }

    private static String refusal(String reason) {
        return "{\"id\":\"1\",\"chargeBoxId\":\"CP-1\",\"reason\":\"" + reason
                + "\",\"address\":\"192.0.2.7\",\"refusedAt\":\"2026-01-31T09:00:00.000Z\"}";
    }

    /** The gateway's status for a charger with this password. */
    private static int knock(String url, String password, String protocol) {
        return knock(InetAddress.getLoopbackAddress(), url, password, protocol);
    }

    /** The same from this address. */
    private static int knock(InetAddress address, String url, String password, String protocol) {
        String credentials = Base64.getEncoder().encodeToString(("CP-1:" + password).getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newBuilder().localAddress(address).build()) {
            return client.newWebSocketBuilder()
                    .subprotocols(protocol)
                    .header("Authorization", "Basic " + credentials)
                    .buildAsync(URI.create(url), new WebSocket.Listener() {})
                    .handle((socket, failure) -> failure == null ? left(socket) : status(failure))
                    .join();
        }
    }

    private static int left(WebSocket socket) {
        socket.abort();
        return 101;
    }

    private static int status(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return ((WebSocketHandshakeException) cause).getResponse().statusCode();
    }
}
