package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Tests and deliveries on the page of a webhook. */
class PortalDeliveriesIT extends PortalWindow {

    /** The calls with which the page waits for the outcome of a test. */
    private static final String POLLS = "**/deliveries?limit=200&event=*";

    @Test
    void openedDeliveryStaysWhenTheListChanges() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            openWebhook(receiver.url());
            test();
            assertThat(result()).containsText("Your endpoint took it");
            page.locator("[data-test=delivery]").getByRole(AriaRole.BUTTON).click();
            Locator explanation = page.locator("[data-test=explanation]");
            assertThat(explanation).isVisible();
            page.getByLabel("Outcome").selectOption("rejected");
            page.getByRole(AriaRole.BUTTON, named("Filter")).click();
            assertThat(page.getByText("No delivery matches")).isVisible();
            assertThat(explanation).containsText("answered 204");
            assertAccessible("webhook-opened-delivery");
            page.getByText("Close", exact()).press("Enter");
            assertThat(explanation).hasCount(0);
            assertThat(page.getByRole(AriaRole.REGION, named("Delivery log"))).isFocused();
        }
    }

    @Test
    void personCanPauseTheWebhookWhileATestIsUnderWay() throws Exception {
        var answering = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            HttpServer receiver = hesitating(answering, threads);
            try {
                openWebhook("http://localhost:" + receiver.getAddress().getPort() + "/hook");
                test();
                page.getByRole(AriaRole.BUTTON, named("Pause")).click();
                assertThat(page.locator("[data-test=state]")).hasText("paused");
                answering.countDown();
                assertThat(result()).containsText("Your endpoint took it");
            } finally {
                answering.countDown();
                receiver.stop(0);
            }
        }
    }

    private static HttpServer hesitating(CountDownLatch answering, ExecutorService threads) throws IOException {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setExecutor(threads);
        receiver.createContext("/", exchange -> {
            try {
                answering.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    @Test
    void outcomeOfATestIsReadAgainAfterAReadWithoutAnAnswer() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            openWebhook(receiver.url());
            page.route(POLLS, Route::abort, new com.microsoft.playwright.Page.RouteOptions().setTimes(2));
            test();
            assertThat(result()).containsText("Your endpoint took it");
            errors.removeIf(error -> error.contains("ERR_FAILED"));

            page.route(POLLS, route -> route.fulfill(new Route.FulfillOptions().setStatus(404)));
            test();
            assertThat(result()).containsText("Its outcome could not be read");
            errors.removeIf(error -> error.contains("status of 404"));
        }
    }

    private void openWebhook(String url) {
        signIn();
        raiseTier();
        go("Webhooks");
        page.getByLabel("Address").fill(url);
        page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
        stored();
        page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
    }

    private void test() {
        page.getByRole(AriaRole.BUTTON, named("Send a test")).click();
    }

    private Locator result() {
        return page.locator("[data-test=test]");
    }
}
