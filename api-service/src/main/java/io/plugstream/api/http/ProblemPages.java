package io.plugstream.api.http;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves the page behind each problem's {@code type}. */
@RestController
class ProblemPages {

    @GetMapping(path = ProblemType.PAGES + "{slug}", produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
    String page(@PathVariable String slug) {
        ProblemType type = ProblemType.of(slug)
                .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND).exception());
        return """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%2$s</title></head>
            <body>
            <h1>%2$s</h1>
            <p><code>%1$s</code>, HTTP status %3$d</p>
            <p>%4$s</p>
            </body>
            </html>
            """.formatted(type.slug(), type.title(), type.status().value(), type.explanation());
    }
}
