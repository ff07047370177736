package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.parts.NpmModules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * A third-party identity provider: npm's oidc-provider, a certified implementation of OpenID Connect. Tests with it are
 * skipped if npm or its registry is missing, unless {@code plugstream.schemas=required}.
 */
final class ForeignProvider implements AutoCloseable {

    private static final String VERSION = "9.13.3";
    private static final Path SCRIPT =
            Path.of("src", "test", "node", "oidc-provider.mjs").toAbsolutePath();
    private static final Pattern ISSUER = Pattern.compile("http://localhost:[0-9]+");
    private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
    private static final Pattern PROMPT = Pattern.compile("name=\"prompt\" value=\"([a-z]+)\"");
    private static final int MOST_STEPS = 20;

    private final Process process;
    private final Path told;
    private final URI issuer;

    private ForeignProvider(Process process, Path told) {
        this.process = process;
        this.told = told;
        this.issuer = Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(this::issuerTold, Optional::isPresent)
                .orElseThrow();
    }

    static ForeignProvider start(URI portal, String secret) throws IOException, InterruptedException {
        Optional<Path> home = NpmModules.install("oidc-provider", VERSION);
        assumeTrue(
                home.isPresent() || "required".equals(System.getProperty("plugstream.schemas")),
                "npm's oidc-provider cannot be had");
        assertThat(home).isPresent();
        Path told = Files.createTempFile("oidc-provider", ".log");
        Process process = new ProcessBuilder(
                        "node", SCRIPT.toString(), home.orElseThrow().toString(), portal.toString(), secret)
                .redirectErrorStream(true)
                .redirectOutput(told.toFile())
                .start();
        return new ForeignProvider(process, told);
    }

    private Optional<URI> issuerTold() throws IOException {
        String text = Files.readString(told);
        assertThat(process.isAlive()).as(text).isTrue();
        Matcher line = ISSUER.matcher(text);
        return line.find() ? Optional.of(URI.create(line.group())) : Optional.empty();
    }

    URI issuer() {
        return issuer;
    }

    /** Signs a person in: fills in the pages for sign-in and consent; returns where the provider redirects to. */
    URI signIn(URI authorize, String person) {
        try (HttpClient client =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build()) {
            HttpResponse<String> response = send(client, HttpRequest.newBuilder(authorize));
            for (int step = 0; step < MOST_STEPS; step++) {
                Optional<URI> next = response.headers().firstValue("Location").map(response.uri()::resolve);
                if (next.isPresent() && next.get().getPort() != issuer.getPort()) {
                    return next.get();
                }
                response = send(
                        client, next.isPresent() ? HttpRequest.newBuilder(next.get()) : filledIn(response, person));
            }
            throw new AssertionError("still at " + response.uri());
        }
    }

    private static HttpRequest.Builder filledIn(HttpResponse<String> page, String person) {
        String prompt = found(PROMPT, page);
        String name = URLEncoder.encode(person, StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(page.uri().resolve(found(FORM, page)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("prompt=" + prompt + "&login=" + name + "&password=any"));
    }

    private static String found(Pattern pattern, HttpResponse<String> page) {
        Matcher found = pattern.matcher(page.body());
        assertThat(found.find()).as(page.statusCode() + " " + page.body()).isTrue();
        return found.group(1);
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
