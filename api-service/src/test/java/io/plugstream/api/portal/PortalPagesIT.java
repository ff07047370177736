package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delivery of the portal's files. {@code system-tests} test them in browsers. */
class PortalPagesIT {

    @Test
    void pageAndFilesHaveTheHeadersThatBrowsersNeed() {
        Browser visitor = PortalBed.shared().browser();
        for (String path : new String[] {"/portal", "/portal/", "/portal/live/chargers/CP.1", "/portal/test"}) {
            Browser.Page page = visitor.get(path);
            assertThat(page.status()).as(path).isEqualTo(200);
            assertThat(page.header("Cache-Control")).contains("no-cache");
            assertThat(page.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(page.header("Cross-Origin-Opener-Policy")).contains("same-origin");
            assertThat(page.header("Content-Security-Policy").orElseThrow())
                    .startsWith("default-src 'none'; script-src");
        }
        String script = visitor.get("/portal").body().replaceAll("(?s).*src=\"([^\"]+)\".*", "$1");
        Browser.Page asset = visitor.get(script);
        assertThat(asset.header("Content-Type").orElseThrow()).startsWith("text/javascript");
        assertThat(asset.header("Cache-Control").orElseThrow()).contains("max-age=31536000", "immutable");
        String outdated = script.replaceFirst("/assets/[0-9a-f]+/", "/assets/0123456789abcdef/");
        assertThat(visitor.get(outdated).status()).isEqualTo(404);
        String folder = script.replaceFirst("/assets/([0-9a-f]+)/.*", "/assets/$1");
        assertThat(folder).doesNotContain(".js");
        assertThat(visitor.get(folder).status()).isEqualTo(404);
        assertThat(visitor.get("/portal/assets").status()).isEqualTo(404);
    }

    @Test
    void pageWithoutAModeIsTheLiveOne() {
        Browser visitor = PortalBed.shared().browser();
        Browser.Page page = visitor.get("/portal/chargers/CP%201?action=Reset");
        assertThat(page.status()).isEqualTo(303);
        assertThat(page.header("Location")).contains("/portal/live/chargers/CP%201?action=Reset");
        assertThat(visitor.get("/portal/elsewhere").header("Location")).contains("/portal/live/elsewhere");
    }

    @Test
    void startOfTheHostIsThePortal() {
        Browser.Page page = PortalBed.shared().browser().get("/");
        assertThat(page.status()).isEqualTo(303);
        assertThat(page.header("Location")).contains("/portal");
    }

    @ParameterizedTest
    @CsvSource({
        "/portal, 200",
        "/portal/live/chargers/CP.1, 200",
        "/, 303",
        "/portal/chargers, 303",
        "/portal/sign-in, 303",
        "/portal/callback, 400"
    })
    void clientMayAcceptHtmlAlone(String path, int status) {
        Browser.Page page = accepting("text/html", path);
        assertThat(page.status()).as(page.body()).isEqualTo(status);
        assertThat(page.header("Content-Type").orElse("text/html")).startsWith("text/html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/portal", "/portal/live/chargers/CP.1", "/portal/callback"})
    void clientThatAcceptsJsonAloneGetsNoHtml(String path) {
        Browser.Page page = accepting("application/json", path);
        assertThat(page.status()).isEqualTo(406);
        assertThat(page.problem()).isEqualTo("not-acceptable");
    }

    @Test
    void clientMayAcceptTheTypeOfAFileAlone() {
        String page = PortalBed.shared().browser().get("/portal").body();
        Browser.Page style = accepting("text/css", page.replaceAll("(?s).*href=\"([^\"]+\\.css)\".*", "$1"));
        assertThat(style.status()).isEqualTo(200);
        assertThat(style.header("Content-Type").orElseThrow()).startsWith("text/css");
    }

    private static Browser.Page accepting(String type, String path) {
        return PortalBed.shared().browser().call("GET", path, null, Map.of("Accept", type));
    }
}
