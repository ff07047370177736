package io.plugstream.local.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a service's actuator whether the service is ready. */
public final class Readiness {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final HttpRequest request;

    public Readiness(int managementPort) {
        this.request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + managementPort + "/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
    }

    /** The service's answer, or why there was none, for error messages. */
    public record Answer(boolean ready, String text) {}

    /** Asks once. */
    public Answer ask() throws InterruptedException {
        try {
            var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode() == 200, response.statusCode() + " " + response.body());
        } catch (IOException e) {
            return new Answer(false, "no answer at " + request.uri());
        }
    }
}
