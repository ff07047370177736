package io.plugstream.api.http;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The OpenAPI document for programmes, and a page for people that loads nothing from elsewhere. */
@RestController
class OpenApiController {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final OpenApiDocument document;

    OpenApiController(OpenApiDocument document) {
        this.document = document;
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
    Resource script() {
        return file("reference.js");
    }

    @GetMapping(path = "/docs/reference.css", produces = "text/css")
    Resource style() {
        return file("reference.css");
    }

    private static Resource file(String name) {
        return new ClassPathResource("openapi/" + name);
    }
}
