package io.plugstream.api.portal;

import io.plugstream.model.digest.Sha256;
import io.plugstream.model.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * The portal's files, in memory. Their URLs contain a digest of all files, so browsers may cache them for ever and
 * never mix files of two versions.
 */
@Component
class PortalAssets {

    static final String ROOT = "/portal/assets/";

    private static final String FILES = "portal/assets/";
    private static final String LIBRARIES = "META-INF/resources/webjars/";
    private static final int VERSION_DIGITS = 16;

    /** The files of Lit that browsers need, without source maps, types and variants. */
    private static final String[] LIT = {
        "lit/*/index.js",
        "lit-element/*/lit-element.js",
        "lit-html/*/lit-html.js",
        "lit-html/*/is-server.js",
        "lit-html/*/directive.js",
        "lit-html/*/directive-helpers.js",
        "lit-html/*/directives/repeat.js",
        "lit__reactive-element/*/reactive-element.js",
        "lit__reactive-element/*/css-tag.js",
    };

    private static final Map<String, MediaType> TYPES = Map.of(
            "js", new MediaType("text", "javascript", StandardCharsets.UTF_8),
            "css", new MediaType("text", "css", StandardCharsets.UTF_8));

    /** The modules of bare specifiers. */
    private static final Map<String, String> BARE = new TreeMap<>(Map.of(
            "lit", "lib/lit/index.js",
            "lit-html", "lib/lit-html/lit-html.js",
            "lit-html/", "lib/lit-html/",
            "lit-element/", "lib/lit-element/",
            "@lit/reactive-element", "lib/lit__reactive-element/reactive-element.js"));

    private static final String FRAME = "portal.js";
    private static final Pattern PAGE_MODULE = Pattern.compile("pages/(.*)-page\\.js");

    private final Map<String, Asset> assets;
    private final String version;
    private final byte[] page;
    private final Map<String, byte[]> pages = new HashMap<>();
    private final String policy;

    PortalAssets() {
        try {
            this.assets = read();
            this.version = version(assets);
            String base = ROOT + version;
            String importMap = importMap(base);
            String html = text(new ClassPathResource("portal/index.html"))
                    .replace("{importmap}", importMap)
                    .replace("{assets}", base);
            var modules = new ModuleGraph(this::source, BARE);
            this.page = page(html, base, modules.reachable(List.of(FRAME)));
            for (String file : assets.keySet()) {
                Matcher name = PAGE_MODULE.matcher(file);
                if (name.matches()) {
                    pages.put(name.group(1), page(html, base, modules.reachable(List.of(FRAME, file))));
                }
            }
            this.policy = policy(importMap);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The portal's single HTML page. It preloads the modules that a page of the portal needs: a browser would otherwise
     * learn of them one after the other.
     *
     * @param name of the page, as its module has it; others are valid, too
     */
    byte[] page(String name) {
        return pages.getOrDefault(name, page).clone();
    }

    /** The Content-Security-Policy: the page may load the portal's own files and run its inline import map. */
    String policy() {
        return policy;
    }

    String version() {
        return version;
    }

    /** The file of that name; empty if there is none. */
    Optional<Asset> find(String name) {
        return Optional.ofNullable(assets.get(name));
    }

    private static Map<String, Asset> read() throws IOException {
        Map<String, Asset> found = new TreeMap<>();
        var resolver = new PathMatchingResourcePatternResolver();
        for (Resource file : resolver.getResources("classpath*:" + FILES + "**/*.*")) {
            put(found, after(file, FILES), file);
        }
        for (String pattern : LIT) {
            for (Resource file : resolver.getResources("classpath*:" + LIBRARIES + pattern)) {
                put(found, "lib/" + after(file, LIBRARIES).replaceFirst("/[^/]+/", "/"), file);
            }
        }
        return Map.copyOf(found);
    }

    private static void put(Map<String, Asset> found, String name, Resource file) throws IOException {
        MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IOException("no media type is known for " + name);
        }
        // Source maps are not served.
        byte[] content = text(file).replaceAll("\n//# sourceMappingURL=.*", "").getBytes(StandardCharsets.UTF_8);
        found.put(name, new Asset(type, content, zipped(content)));
    }

    private static String after(Resource file, String folder) throws IOException {
        String address = file.getURL().toString();
        return address.substring(address.lastIndexOf(folder) + folder.length());
    }

    private static String version(Map<String, Asset> assets) {
        MessageDigest digest = Sha256.digest();
        new TreeMap<>(assets).forEach((name, asset) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(asset.content());
        });
        return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_DIGITS);
    }

    private static byte[] page(String html, String base, Set<String> modules) {
        String preloads = modules.stream()
                .map(module -> "<link rel=\"modulepreload\" href=\"" + base + '/' + module + "\">")
                .collect(Collectors.joining("\n"));
        return html.replace("{preloads}", preloads).getBytes(StandardCharsets.UTF_8);
    }

    private String source(String module) {
        Asset asset = assets.get(module);
        if (asset == null) {
            throw new IllegalStateException(module + " is missing");
        }
        return new String(asset.content(), StandardCharsets.UTF_8);
    }

    private static String importMap(String base) {
        Map<String, String> imports = new TreeMap<>();
        BARE.forEach((specifier, place) -> imports.put(specifier, base + '/' + place));
        return Json.mapper().writeValueAsString(Map.of("imports", imports));
    }

    private static String policy(String importMap) {
        String hash = Base64.getEncoder().encodeToString(Sha256.of(importMap));
        return "default-src 'none'; script-src 'self' 'sha256-" + hash + "'; style-src 'self'; img-src 'self' data:;"
                + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }

    private static String text(Resource file) throws IOException {
        return file.getContentAsString(StandardCharsets.UTF_8);
    }

    private static byte[] zipped(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    /** A file, plain and gzipped. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Asset(MediaType type, byte[] content, byte[] zipped) {}
}
