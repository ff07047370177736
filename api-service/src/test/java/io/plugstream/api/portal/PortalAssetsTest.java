package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.http.ProblemException;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The portal's files, as far as they can be tested without a browser. */
class PortalAssetsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int FIRST_PAGE_BYTES = 60 * 1024;
    private static final Pattern IMPORT_MAP = Pattern.compile("<script type=\"importmap\">(.*?)</script>");
    private static final Pattern IMPORT =
            Pattern.compile("(?:^|[;}\\s])(?:import|export)\\s*(?:[\\w*{}\\s,$]*?from)?\\s*[\"']([^\"']+)[\"']");

    /** Imports that load when their page is opened. */
    private static final Pattern LATER = Pattern.compile("\\bimport\\(\\s*[\"']([^\"']+)[\"']\\s*\\)");

    private final PortalAssets assets = new PortalAssets();
    private final String page = new String(assets.page("overview"), StandardCharsets.UTF_8);

    @Test
    void pageHasNoScriptExceptTheImportMapOfThePolicy() {
        Matcher map = IMPORT_MAP.matcher(page);
        assertThat(map.find()).isTrue();
        String hash = Base64.getEncoder().encodeToString(Sha256.of(map.group(1)));
        assertThat(assets.policy())
                .isEqualTo("default-src 'none'; script-src 'self' 'sha256-" + hash + "'; style-src 'self';"
                        + " img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none';"
                        + " form-action 'self'; frame-ancestors 'none'");
        assertThat(page.split("<script", -1)).hasSize(3);
        assertThat(page)
                .doesNotContain("{importmap}", "{preloads}", "{assets}", "style=", "onclick", "http:", "https:", "//");
    }

    @Test
    void firstPageIsSmall() {
        int size = loaded(List.of("pages/overview-page.js"), List.of(IMPORT)).values().stream()
                .mapToInt(asset -> asset.zipped().length)
                .sum();
        assertThat(size).as("gzipped bytes").isLessThan(FIRST_PAGE_BYTES);
    }

    @Test
    void eachPagePreloadsAllItsModulesAndNoOthers() {
        Map<String, PortalAssets.Asset> all = loaded(List.of(), List.of(IMPORT, LATER));
        List<String> pages =
                all.keySet().stream().filter(name -> name.startsWith("pages/")).toList();
        assertThat(pages).contains("pages/charger-page.js", "pages/chargers-page.js");
        for (String module : pages) {
            String html = new String(
                    assets.page(module.substring("pages/".length(), module.indexOf("-page.js"))),
                    StandardCharsets.UTF_8);
            assertThat(preloads(html)).as(module).containsExactlyInAnyOrderElementsOf(modules(List.of(module)));
        }
        assertThat(preloads(new String(assets.page("none"), StandardCharsets.UTF_8)))
                .containsExactlyInAnyOrderElementsOf(modules(List.of()));
    }

    private List<String> modules(List<String> pages) {
        return loaded(pages, List.of(IMPORT)).keySet().stream()
                .filter(name -> name.endsWith(".js"))
                .toList();
    }

    private List<String> preloads(String html) {
        // Browsers ignore an import map that follows a preload.
        assertThat(html.indexOf("importmap")).isLessThan(html.indexOf("modulepreload"));
        String base = PortalAssets.ROOT + assets.version() + '/';
        return Pattern.compile("<link rel=\"modulepreload\" href=\"" + base + "([^\"]+)\">")
                .matcher(html)
                .results()
                .map(preload -> preload.group(1))
                .toList();
    }

    /** Nothing is animated, so no setting for reduced motion is needed. */
    @Test
    void nothingIsAnimated() {
        loaded(List.of(), List.of(IMPORT, LATER)).forEach((name, asset) -> {
            if (!name.startsWith("lib/")) {
                assertThat(new String(asset.content(), StandardCharsets.UTF_8))
                        .as(name)
                        .doesNotContainPattern("@keyframes|animat|transition\\s*:|scroll-behavior|behavior: 'smooth'");
            }
        });
    }

    @Test
    void everyModuleLoadsOnlyExistingFilesOfThePortal() {
        Map<String, PortalAssets.Asset> loaded = loaded(List.of(), List.of(IMPORT, LATER));
        assertThat(loaded)
                .containsKeys("portal.js", "lib/lit-html/lit-html.js", "pages/keys-page.js", "commands/actions.js");
        loaded.forEach((name, asset) -> {
            if (!name.startsWith("lib/")) {
                loadsNothingFromElsewhereAndMakesNoMarkup(name, new String(asset.content(), StandardCharsets.UTF_8));
            }
        });
    }

    /** All files that the page and {@code more} load, directly or indirectly. */
    private Map<String, PortalAssets.Asset> loaded(List<String> more, List<Pattern> imports) {
        Map<String, PortalAssets.Asset> loaded = new TreeMap<>();
        Deque<String> wanted = new ArrayDeque<>();
        Matcher named = Pattern.compile("(?:src|\"stylesheet\" href)=\"(/portal/[^\"]+)\"")
                .matcher(page);
        while (named.find()) {
            wanted.add(named.group(1));
        }
        assertThat(wanted).hasSize(2);
        String base = PortalAssets.ROOT + assets.version() + '/';
        more.forEach(name -> wanted.add(base + name));
        while (!wanted.isEmpty()) {
            String address = wanted.removeFirst();
            assertThat(address).startsWith(base);
            String name = address.substring(base.length());
            PortalAssets.Asset asset = assets.find(name).orElseThrow(() -> new AssertionError(name + " is missing"));
            if (loaded.put(name, asset) == null && name.endsWith(".js")) {
                for (Pattern form : imports) {
                    imports(form, address, new String(asset.content(), StandardCharsets.UTF_8), wanted);
                }
            }
        }
        return loaded;
    }

    private void imports(Pattern form, String address, String module, Deque<String> wanted) {
        Matcher names = form.matcher(module.replaceAll("(?s)/\\*.*?\\*/", ""));
        while (names.find()) {
            String name = names.group(1);
            wanted.add(name.startsWith(".") ? URI.create(address).resolve(name).toString() : mapped(name));
        }
    }

    private String mapped(String name) {
        Matcher map = IMPORT_MAP.matcher(page);
        assertThat(map.find()).isTrue();
        Map<String, String> places = new TreeMap<>();
        Json.mapper()
                .readTree(map.group(1))
                .path("imports")
                .forEachEntry((key, place) -> places.put(key, place.stringValue()));
        return places.entrySet().stream()
                .filter(place -> place.getKey().equals(name)
                        || (place.getKey().endsWith("/") && name.startsWith(place.getKey())))
                .map(place -> place.getValue() + name.substring(place.getKey().length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is in no import map"));
    }

    private static void loadsNothingFromElsewhereAndMakesNoMarkup(String name, String module) {
        assertThat(module).as(name).doesNotContain("https://", "http://", "innerHTML", "unsafe", "eval(", "style=");
    }

    @Test
    void filesOutsideAreNotServed() {
        assertThat(assets.find("../index.html")).isEmpty();
        assertThat(assets.find("lib/lit/package.json")).isEmpty();
        assertThat(assets.find("")).isEmpty();
    }

    /** The path of files also matches the folder: without a name. */
    @Test
    void theFolderIsNotServed() {
        var properties =
                new PortalProperties(URI.create("http://localhost"), null, List.of("openid"), HOUR, HOUR, 600, HOUR);

        assertThatThrownBy(() -> new PortalPages(properties, assets).asset(assets.version(), "", ""))
                .isInstanceOf(ProblemException.class);
    }
}
