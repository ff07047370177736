package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
