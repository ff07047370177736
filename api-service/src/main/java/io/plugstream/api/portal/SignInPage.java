package io.plugstream.api.portal;

import io.plugstream.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The error pages of a failed sign-in. They contain no text from the request. */
enum SignInPage {
    NOT_VALID(
            HttpStatus.BAD_REQUEST,
            "This sign-in is not valid",
            "It took too long, was started in another window or browser, or was rejected. Nobody was signed in."),
    PROVIDER_UNAVAILABLE(
            HttpStatus.SERVICE_UNAVAILABLE,
            "The identity provider does not answer",
            "Please try again later. Existing sessions and API keys still work."),
    PROVIDER_REFUSES(
            HttpStatus.BAD_GATEWAY,
            "The identity provider rejected the sign-in",
            "Please try again. If this continues, the platform's operator finds the reason in its log.");

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final String STYLE = ":root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }"
            + " body { margin: 10vh auto; max-width: 40rem; padding: 0 1rem; background: Canvas; color: CanvasText }";
    private static final String POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.of(STYLE))
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpStatus status;
    private final String title;
    private final String explanation;

    SignInPage(HttpStatus status, String title, String explanation) {
        this.status = status;
        this.title = title;
        this.explanation = explanation;
    }

    ResponseEntity<byte[]> response() {
        return ResponseEntity.status(status)
                .header("Content-Security-Policy", POLICY)
                .contentType(HTML)
                .body("""
                        <!doctype html>
                        <html lang="en">
                        <head>
                        <meta charset="utf-8">
                        <meta name="viewport" content="width=device-width, initial-scale=1">
                        <title>%1$s</title>
                        <style>%3$s</style>
                        </head>
                        <body>
                        <main>
                        <h1>%1$s</h1>
                        <p>%2$s</p>
                        <p><a href="/portal/sign-in">Sign in again</a></p>
                        </main>
                        </body>
                        </html>
                        """.formatted(title, explanation, STYLE).getBytes(StandardCharsets.UTF_8));
    }
}
