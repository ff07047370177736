package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.gateway.trace.FrameTrace;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The frame trace, switched on and off over HTTP. */
class TraceIT {

    private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @BeforeAll
    static void start() {
        LOG.start();
        ((Logger) LoggerFactory.getLogger(FrameTrace.class)).addAppender(LOG);
    }

    @AfterAll
    static void stop() {
        ((Logger) LoggerFactory.getLogger(FrameTrace.class)).detachAppender(LOG);
    }

    @Test
    void showsTheFramesOfOneChargerWithoutItsTags() throws Exception {
        try (OcaCharger traced = OcaCharger.connect(gateway, topics);
                OcaCharger other = OcaCharger.connect(gateway, topics)) {
            HttpResponse<String> started = call("POST", "/" + traced.id(), "{\"duration\":\"2m\"}");
            assertThat(started.statusCode()).isEqualTo(200);
            assertThat(started.body()).contains(traced.id().toString()).contains("until");
            assertThat(call("GET", "", "").body()).contains(traced.id().toString());

            traced.isAuthorised("HIDDEN-TAG");
            other.isAuthorised("OTHER-TAG");
            assertThat(call("DELETE", "/" + traced.id(), "").statusCode()).isEqualTo(204);
            traced.beats();

            assertThat(shown()).hasSize(2);
            assertThat(shown().getFirst()).contains("\"Authorize\",{\"idTag\":\"***\"}");
            assertThat(shown().getLast()).contains("\"idTagInfo\":{\"status\":\"Accepted\"}");
            assertThat(call("DELETE", "/" + traced.id(), "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void refusesInvalidDurationsAndChargerIds() throws Exception {
        assertThat(call("POST", "/demo/CP-1", "{\"duration\":\"61m\"}").statusCode())
                .isEqualTo(400);
        assertThat(call("POST", "/demo/CP-1", "{\"duration\":\"-1m\"}").statusCode())
                .isEqualTo(400);
        assertThat(call("POST", "/demo/CP-1", "{\"duration\":\"soon\"}").statusCode())
                .isEqualTo(400);
        assertThat(call("POST", "/demo/%3A", "").statusCode()).isEqualTo(400);
        assertThat(call("POST", "/demo", "").statusCode()).isIn(404, 405);
    }

    private static List<String> shown() {
        return LOG.list.stream()
                .filter(event -> event.getMessage().equals("Frame"))
                .map(event -> event.getKeyValuePairs().toString())
                .toList();
    }

    private static HttpResponse<String> call(String method, String path, String body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(
                                    "http://localhost:" + gateway.managementPort() + "/actuator/trace" + path))
                            .header("Content-Type", "application/json")
                            .method(
                                    method,
                                    body.isEmpty()
                                            ? HttpRequest.BodyPublishers.noBody()
                                            : HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
