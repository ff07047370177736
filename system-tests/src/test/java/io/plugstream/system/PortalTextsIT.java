package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** Texts that people and chargers choose. */
class PortalTextsIT extends PortalWindow {

    private static final String RIGHT_TO_LEFT = "\u202e";

    /** How far the last text of an element begins to the right of the element before it. */
    private static final String DISTANCE = """
            (element) => {
              const range = document.createRange();
              range.selectNodeContents(element.lastChild);
              return range.getBoundingClientRect().left - element.lastElementChild.getBoundingClientRect().left;
            }
            """;

    @Test
    void idIsShownWithAllItsSpaces() {
        signIn();
        register("CP  1");
        Locator link = page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK);
        assertThat(link.innerText()).isEqualTo("CP  1");
        link.click();
        assertThat(page.locator("copy-text code").nth(2).innerText()).isEqualTo("CP  1");
        assertThat(page.locator("h1").innerText()).isEqualTo("CP  1");
    }

    @Test
    void nameFromRightToLeftDoesNotTurnTheTextAroundIt() {
        signIn();
        go("API keys");
        page.getByLabel("Name").fill(RIGHT_TO_LEFT + "abc");
        page.getByLabel("Name").press("Enter");
        stored();
        page.getByText("Revoke", exact()).click();
        Locator heading = page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.HEADING);
        assertThat(heading).containsText("?");
        assertThat(((Number) heading.evaluate(DISTANCE)).doubleValue()).isPositive();
    }
}
