package io.plugstream.local.identity;

import java.util.stream.Collectors;

/** The provider's HTML pages. They repeat nothing from a request except request names that the provider generated. */
final class SignInPage {
    static final String PATH = "/sign-in";
    static final String REQUEST = "request";
    static final String PERSON = "as";

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s</title>
            <style>
            :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif }
            body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
            a { display: block; margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem }
            </style>
            </head>
            <body>
            <main>
            <h1>%1$s</h1>
            %2$s
            </main>
            </body>
            </html>
            """;

    private SignInPage() {}

    /** One link for each person. */
    static EndpointResponse choice(String request) {
        return EndpointResponse.page(200, PAGE.formatted("Sign in to Plugstream", """
                <p>This is the identity provider of a local run. It asks for no password.</p>
                <a href="%1$s">Ada, of the demonstration's organisation</a>
                <a href="%2$s">Ada, of a new organisation</a>
                <a href="%3$s">An operator of the platform</a>""".formatted(
                        link(request, People.DEMONSTRATION),
                        link(request, People.NEW_ORGANISATION),
                        link(request, People.OPERATOR))));
    }

    /** For a request without a known client and redirect URI. */
    static EndpointResponse refusal(RelyingParty portal) {
        var known = portal.redirectUris().stream()
                .map(uri -> "<li><code>" + uri + "</code></li>")
                .sorted()
                .collect(Collectors.joining("\n"));
        return EndpointResponse.page(
                400, PAGE.formatted("This sign-in cannot continue", """
                <p>The request must name the client <code>%s</code>, and as <code>redirect_uri</code> one of these:</p>
                <ul>
                %s
                </ul>""".formatted(portal.id(), known)));
    }

    static EndpointResponse tooLate() {
        return EndpointResponse.page(
                400,
                PAGE.formatted(
                        "This sign-in has ended",
                        "<p>It was used already, or took longer than ten minutes. Go back to the portal and sign in again.</p>"));
    }

    static EndpointResponse signedOut() {
        return EndpointResponse.page(200, PAGE.formatted("Signed out", "<p>You are signed out.</p>"));
    }

    private static String link(String request, String person) {
        return PATH + '?' + REQUEST + '=' + request + "&amp;" + PERSON + '=' + person;
    }
}
