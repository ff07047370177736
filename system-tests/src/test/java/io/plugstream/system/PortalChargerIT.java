package io.plugstream.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Changes to the charger on its page. */
class PortalChargerIT extends PortalWindow {

    @Test
    void chargerGetsANewPasswordAndIsDeleted() throws Exception {
        signIn();
        ChargePoint former = registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        String connectionUrl = page.locator("copy-text code").first().textContent();
        page.getByRole(AriaRole.BUTTON, named("New password")).click();
        Locator make = page.getByRole(AriaRole.BUTTON, named("Create a new password"));
        assertThat(make).isDisabled();
        page.getByRole(AriaRole.DIALOG).getByLabel("Charge box id").fill("CP-1");
        make.click();
        String password = stored();
        assertThat(page.getByRole(AriaRole.BUTTON, named("New password"))).isFocused();
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, password)) {
            connect(charger);
            assertThat(page.locator("[data-test=status]")).hasText("online");
            assertThatThrownBy(former::connect).isInstanceOf(ExecutionException.class);
            page.getByRole(AriaRole.BUTTON, named("Delete CP-1")).click();
            page.getByRole(AriaRole.DIALOG).getByLabel("Charge box id").fill("CP-1");
            page.getByRole(AriaRole.BUTTON, named("Delete")).click();
            assertThat(page.getByText("No charger is registered yet")).isVisible();
            assertThat(page.locator("main")).isFocused();
            charger.closed().get(20, TimeUnit.SECONDS);
        }
        page.goBack();
        assertThat(page.getByText("No live charger has this id")).isVisible();
        errors.removeIf(error -> error.contains("status of 404"));
    }

    @Test
    void chargerIsRenamedAndItsNameRemoved() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator name = page.getByRole(AriaRole.DIALOG).getByLabel("Name");
        Locator facts = page.locator("dl.facts").first();
        rename(HOSTILE);
        assertThat(facts).containsText(HOSTILE);
        page.getByRole(AriaRole.BUTTON, named("Rename")).click();
        assertThat(name).hasValue(HOSTILE);
        assertAccessible("charger-name");
        page.route("**/chargers/CP-1", Route::abort);
        name.press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.ALERT)).containsText("may have been done");
        page.unroute("**/chargers/CP-1");
        errors.removeIf(error -> error.contains("ERR_FAILED"));
        page.getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Cancel"))
                .click();
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        assertThat(facts).containsText(HOSTILE);
        rename("");
        assertThat(facts).not().containsText("Name");
    }

    private void rename(String name) {
        page.getByRole(AriaRole.BUTTON, named("Rename")).click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("Name").fill(name);
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Rename"))
                .press("Enter");
        assertThat(dialog).hasCount(0);
        assertThat(page.getByRole(AriaRole.BUTTON, named("Rename"))).isFocused();
    }
}
