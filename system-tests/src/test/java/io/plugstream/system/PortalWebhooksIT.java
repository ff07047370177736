package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The pages of webhooks. */
class PortalWebhooksIT extends PortalWindow {

    /** Sends a test delivery without the page's forms. */
    private static final String TRY_FIRST = """
            fetch('/portal/api/live/webhooks')
              .then((answer) => answer.json())
              .then(({ webhooks }) => fetch(`/portal/api/live/webhooks/${webhooks[0].id}/test`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: '{}',
              }))
              .then((answer) => answer.status)
            """;

    @Test
    void webhookIsCreatedTestedAndItsDeliveriesExplained() throws Exception {
        signIn();
        go("Webhooks");
        assertThat(page.getByText("Webhooks need the tier")).isVisible();
        assertAccessible("webhooks-without-tier");
        raiseTier();
        page.reload();
        assertThat(page.getByText("There is no webhook yet")).isVisible();
        errors.removeIf(error -> error.contains("status of 403"));
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            page.getByLabel("Address").fill(receiver.url() + "?a=%3Cb%3E");
            page.getByText("Sample of transaction.started").click();
            assertThat(page.getByText("\"meterStart\": 1500").first()).isVisible();
            page.getByLabel("charger.connected").check();
            assertAccessible("webhooks");
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            Locator secret = page.locator("[data-test=secret]");
            assertThat(secret).containsText("whsec_");
            String former = secret.textContent();
            stored();
            page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
            assertThat(page.getByText("There is no delivery yet")).isVisible();

            page.getByLabel("Sample event").selectOption("transaction.stopped");
            page.getByRole(AriaRole.BUTTON, named("Send a test")).click();
            assertThat(page.locator("[data-test=test]")).containsText("Your endpoint took it");
            // The page asks for the delivery until the read model has it.
            errors.removeIf(error -> error.contains("status of 404"));
            assertThat(receiver.received("transaction.stopped")).hasSize(1);
            assertThat(signatures(receiver.received().getLast())).containsExactly(signature(former, receiver));
            assertThat(page.getByRole(
                            AriaRole.CELL, named(receiver.received().getLast().webhookId())))
                    .isVisible();
            Locator row = page.locator("[data-test=delivery]").first();
            String eventId = receiver.received().getLast().webhookId();
            row.getByRole(
                            AriaRole.BUTTON,
                            new Locator.GetByRoleOptions().setName("Open the delivery of event " + eventId))
                    .click();
            assertThat(page.locator("[data-test=explanation]")).containsText("answered 204");
            assertThat(page.locator("[data-test=request-headers]"))
                    .containsText(receiver.received().getLast().webhookId());
            assertThat(page.locator("[data-test=request-body]")).containsText("\"event\": \"transaction.stopped\"");
            assertAccessible("webhook");

            page.getByLabel("Outcome").selectOption("rejected");
            page.getByRole(AriaRole.BUTTON, named("Filter")).click();
            assertThat(page.getByText("No delivery matches")).isVisible();
            assertThat(page.url()).endsWith("?outcome=rejected");
            page.getByText("All deliveries").click();
            assertThat(page.getByText("No delivery matches")).hasCount(0);

            go("Webhooks");
            Locator list = page.getByRole(AriaRole.TABLE);
            assertThat(list).containsText("1 of 1");
            assertThat(page.evaluate(TRY_FIRST)).isEqualTo(202);
            assertThat(list).containsText("2 of 2");
            list.getByRole(AriaRole.LINK).click();

            page.getByRole(AriaRole.BUTTON, named("New secret")).click();
            page.getByLabel("Confirm").fill("new secret");
            page.getByRole(AriaRole.BUTTON, named("Create a new secret")).click();
            assertThat(secret).containsText("whsec_");
            String newer = secret.textContent();
            assertThat(newer).isNotEqualTo(former);
            stored();
            Locator signing = page.locator("[data-test=signing]");
            assertThat(signing).containsText("requests are signed with the previous one, too");
            page.reload();
            assertThat(signing).containsText("requests are signed with the previous one, too");
            page.getByRole(AriaRole.BUTTON, named("Send a test")).click();
            Awaitility.await()
                    .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                    .until(() -> receiver.received().size() == 3);
            assertThat(signatures(receiver.received().getLast()))
                    .containsExactlyInAnyOrder(signature(newer, receiver), signature(former, receiver));
        }
        page.getByRole(AriaRole.BUTTON, named("Pause")).click();
        assertThat(page.locator("[data-test=state]")).hasText("paused");
        page.getByRole(AriaRole.BUTTON, named("Delete")).click();
        page.getByLabel("Confirm").fill("delete");
        page.getByRole(AriaRole.BUTTON, named("Delete the webhook")).click();
        assertThat(page.getByText("There is no webhook yet")).isVisible();
        // A read that was under way may get 404.
        errors.removeIf(error -> error.contains("status of 404"));
    }

    /** A second rotation would end the secret that the receiver knows. */
    @Test
    void secretsWhoseAnswersWereLostAreShownByTheNextAttempt() throws Exception {
        signIn();
        raiseTier();
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            go("Webhooks");
            page.getByLabel("Address").fill(receiver.url());
            loseNextAnswer();
            page.getByLabel("Address").press("Enter");
            Locator alert = page.getByRole(AriaRole.ALERT);
            assertThat(alert).containsText("You can try it again unchanged");
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            String former = stored();
            page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();

            page.getByRole(AriaRole.BUTTON, named("New secret")).click();
            page.getByLabel("Confirm").fill("new secret");
            loseNextAnswer();
            Locator rotate = page.getByRole(AriaRole.BUTTON, named("Create a new secret"));
            rotate.click();
            assertThat(alert).containsText("You can try it again unchanged");
            rotate.click();
            String newer = stored();
            page.evaluate(TRY_FIRST);
            receiver.await(_ -> true);
            assertThat(signatures(receiver.received().getLast()))
                    .containsExactlyInAnyOrder(signature(newer, receiver), signature(former, receiver));
        }
    }

    /** Receivers may answer with any content. */
    @Test
    void answerOfAReceiverIsShownAsTextAndItsOutcomeIsExplained() throws Exception {
        signIn();
        raiseTier();
        HttpServer receiver = refusing();
        try {
            go("Webhooks");
            page.getByLabel("Address")
                    .fill("http://localhost:" + receiver.getAddress().getPort() + "/hook");
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            stored();
            Locator list = page.getByRole(AriaRole.TABLE);
            assertThat(list).containsText("None has ended yet");
            assertThat(page.evaluate(TRY_FIRST)).isEqualTo(202);
            // The list shows failures as they happen.
            assertThat(list).containsText("The answer's status was 500");
            assertThat(page.evaluate(TRY_FIRST)).isEqualTo(202);
            assertThat(list).containsText("All of the last 2 failed");
            assertAccessible("webhooks-failing");
            list.getByRole(AriaRole.LINK).click();
            page.getByRole(AriaRole.BUTTON, named("Send a test")).press("Enter");
            assertThat(page.locator("[data-test=test]")).containsText("The answer's status was 500");
            assertThat(page.getByRole(AriaRole.BUTTON, named("Send a test"))).isFocused();
            page.locator("[data-test=delivery]")
                    .first()
                    .getByRole(AriaRole.BUTTON)
                    .click();
            assertThat(page.locator("[data-test=explanation]")).containsText("500");
            assertThat(page.locator("[data-test=response-body]")).hasText(HOSTILE);
            assertAccessible("webhook-rejected");
        } finally {
            receiver.stop(0);
        }
    }

    private static HttpServer refusing() throws IOException {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] answer = HOSTILE.getBytes(StandardCharsets.UTF_8);
        receiver.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(500, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    @Test
    void refusalOfAWebhookIsShown() {
        signIn();
        raiseTier();
        go("Webhooks");
        page.getByLabel("Address").fill("https://user:password@example.com/hook");
        page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("url");
        errors.removeIf(error -> error.contains("status of 400"));
        page.navigate(platform.api() + "/portal/live/webhooks/0192f0c1-8b10-7d07-8f6f-0c9a4b1de3a2");
        assertThat(page.getByText("There is no such live webhook")).isVisible();
        errors.removeIf(error -> error.contains("status of 404"));
    }

    @Test
    void addressThatIsBeingWrittenStaysWhenSomebodyElseChangesTheWebhook() throws Exception {
        signIn();
        raiseTier();
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            go("Webhooks");
            page.getByLabel("Address").fill(receiver.url());
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            stored();
            page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
            page.getByText("Change address and events").click();
            Locator address = page.getByLabel("Address");
            address.fill(receiver.url() + "?mine");
            change(receiver.url() + "?theirs");
            assertThat(address).hasValue(receiver.url() + "?mine");
            page.getByRole(AriaRole.BUTTON, named("Save")).click();
            assertThat(heading(receiver.url() + "?mine")).isVisible();
            change(receiver.url() + "?theirs");
            assertThat(address).hasValue(receiver.url() + "?theirs");
        }
    }

    /** Changes the address elsewhere; returns when the page shows it. */
    private void change(String address) {
        String webhook = page.url().substring(page.url().lastIndexOf('/') + 1);
        page.evaluate("""
                ([webhook, url]) => fetch(`/portal/api/live/webhooks/${webhook}`, {
                  method: 'PATCH',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ url }),
                })
                """, List.of(webhook, address));
        assertThat(heading(address)).isVisible();
    }

    private static List<String> signatures(RecordingReceiver.Received received) {
        return List.of(
                received.headers().firstValue("webhook-signature").orElseThrow().split(" ", -1));
    }

    /** The signature that Standard Webhooks requires on the newest request. */
    private static String signature(String secret, RecordingReceiver receiver) throws GeneralSecurityException {
        var received = receiver.received().getLast();
        String timestamp = received.headers().firstValue("webhook-timestamp").orElseThrow();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        String signed = received.webhookId() + '.' + timestamp + '.' + received.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }
}
