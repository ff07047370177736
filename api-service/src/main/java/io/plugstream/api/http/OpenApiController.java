package io.plugstream.api.http;

import java.io.IOException;
import java.time.Duration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The OpenAPI document for programmes, and Swagger UI for people. The page loads nothing from another host. */
@RestController
class OpenApiController {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String SWAGGER_UI = "classpath*:META-INF/resources/webjars/swagger-ui/*/";
    private static final CacheControl AN_HOUR = CacheControl.maxAge(Duration.ofHours(1));

    private final OpenApiDocument document;
    private final Resource script;
    private final Resource style;

    OpenApiController(OpenApiDocument document) throws IOException {
        this.document = document;
        this.script = swaggerUi("swagger-ui-bundle.js");
        this.style = swaggerUi("swagger-ui.css");
    }

    @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
    byte[] openApi() {
        return document.json();
    }

    @GetMapping(path = "/docs", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<Resource> page() {
        return ResponseEntity.ok()
                .header("Content-Security-Policy", POLICY)
                .contentType(MediaType.parseMediaType("text/html;charset=UTF-8"))
                .body(file("reference.html"));
    }

    @GetMapping(path = "/docs/reference.js", produces = "text/javascript")
    ResponseEntity<Resource> start() {
        return cached(file("reference.js"));
    }

    @GetMapping(path = "/docs/swagger-ui-bundle.js", produces = "text/javascript")
    ResponseEntity<Resource> script() {
        return cached(script);
    }

    @GetMapping(path = "/docs/swagger-ui.css", produces = "text/css")
    ResponseEntity<Resource> style() {
        return cached(style);
    }

    private static ResponseEntity<Resource> cached(Resource file) {
        return ResponseEntity.ok().cacheControl(AN_HOUR).body(file);
    }

    private static Resource file(String name) {
        return new ClassPathResource("openapi/" + name);
    }

    private static Resource swaggerUi(String name) throws IOException {
        Resource[] found = new PathMatchingResourcePatternResolver().getResources(SWAGGER_UI + name);
        if (found.length != 1) {
            throw new IOException("%d files called %s on the class path".formatted(found.length, name));
        }
        return found[0];
    }
}
