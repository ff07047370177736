package io.plugstream.api.portal;

import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Serves the page and files of the portal. They hold no personal data, which the page loads through the API. */
@RestController
final class PortalPages {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final PortalProperties properties;
    private final PortalAssets assets;

    PortalPages(PortalProperties properties, PortalAssets assets) {
        this.properties = properties;
        this.assets = assets;
    }

    /** All paths return the same page, which routes by its URL. Ids in a path may contain dots. */
    @GetMapping(
            path = {"/portal", "/portal/", "/portal/live/{*rest}", "/portal/test/{*rest}"},
            produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<byte[]> page(@PathVariable(required = false) @Nullable String rest) {
        requirePortal(properties);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", assets.policy())
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .contentType(HTML)
                .body(assets.page(name(rest == null ? "" : rest)));
    }

    /** The name of the page at a path: the page of a charger is {@code charger}, that of all {@code chargers}. */
    private static String name(String path) {
        String[] parts = path.split("/", -1);
        String list = parts.length > 1 && !parts[1].isEmpty() ? parts[1] : "overview";
        boolean isOne = parts.length > 2 && !parts[2].isEmpty();
        return isOne ? list.substring(0, list.length() - 1) : list;
    }

    /** A browser that is given only the host shows the portal. */
    @GetMapping(path = "/", produces = MediaType.ALL_VALUE)
    ResponseEntity<byte[]> start() {
        requirePortal(properties);
        return seeOther("/portal");
    }

    /** A page without a mode is the live one. */
    @GetMapping(path = "/portal/{page:(?!api|assets)[a-z]+}/{*rest}", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<byte[]> live(ServerHttpRequest request) {
        requirePortal(properties);
        URI wanted = request.getURI();
        String query = wanted.getRawQuery() == null ? "" : "?" + wanted.getRawQuery();
        String page = wanted.getRawPath().substring("/portal".length());
        return seeOther("/portal/live" + page + query);
    }

    private static ResponseEntity<byte[]> seeOther(String path) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create(path))
                .build();
    }

    /** A file has its own type, which only its name tells. */
    @GetMapping(path = "/portal/assets/{version}/{*name}", produces = MediaType.ALL_VALUE)
    ResponseEntity<byte[]> asset(
            @PathVariable String version,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
        requirePortal(properties);
        if (!version.equals(assets.version()) || name.isEmpty()) {
            throw notFound();
        }
        PortalAssets.Asset asset = assets.find(name.substring(1)).orElseThrow(PortalPages::notFound);
        ResponseEntity.BodyBuilder response = ResponseEntity.ok()
                .cacheControl(FOR_EVER)
                .contentType(asset.type())
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return encodings.contains("gzip")
                ? response.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(asset.zipped())
                : response.body(asset.content());
    }

    static void requirePortal(PortalProperties properties) {
        if (!properties.isOn()) {
            throw Problem.of(ProblemType.NOT_FOUND, "This installation has no portal.")
                    .exception();
        }
    }

    private static ProblemException notFound() {
        return Problem.of(ProblemType.NOT_FOUND).exception();
    }
}
