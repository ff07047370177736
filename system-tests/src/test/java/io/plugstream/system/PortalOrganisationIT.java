package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** The page of the organisation and its usage. */
class PortalOrganisationIT extends PortalWindow {

    @Test
    void usageIsAChartAndATable() {
        signIn();
        go("Organisation");
        assertThat(page.getByRole(AriaRole.IMG)).hasCount(1);
        assertThat(page.locator("rect.bar")).hasCount(30);
        page.getByText("As a table").click();
        assertThat(page.getByRole(AriaRole.ROWHEADER)).hasCount(30);
    }
}
