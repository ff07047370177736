package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Test;

/** The page of the API's description, in a browser that reports every refusal of the Content-Security-Policy. */
class ReferencePageIT extends PortalWindow {

    @Test
    void showsOperationsAndWebhooksAndLetsReadersTryThem() {
        page.navigate(platform.api() + "/docs");
        Locator operation = page.locator("#operations-Chargers-listChargers");
        operation.click();
        assertThat(operation).containsText("nextCursor");
        assertThat(operation.getByText("Try it out")).isVisible();
        assertThat(page.getByText("transaction.stopped").first()).isVisible();
    }
}
