package io.plugstream.local.demo;

import io.plugstream.local.demo.PublicApi.Credential;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cars that visit a test charger, one after the other. A car also comes when a user starts a transaction remotely. A
 * user's car stays until its transaction ends. The status of the connector decides what happens, and webhooks tell it:
 * a visit costs one API call.
 */
final class Visits implements AutoCloseable {
    static final int CONNECTOR = 1;
    private static final String FREE = "Available";

    private final PublicApi api;
    private final Credential credential;
    private final String chargeBoxId;
    private final Pace pace;
    private final Consumer<String> say;
    private final BlockingQueue<String> statuses = new LinkedBlockingQueue<>();
    private Duration rest;
    private @Nullable String lastFailure;
    private @Nullable Thread visitors;

    /**
     * How long a status lasts until something happens.
     *
     * @param step between a car's steps
     * @param rest between cars; the first one comes at once
     * @param longest until the status is read from the API
     */
    record Pace(Duration step, Duration rest, Duration longest) {}

    Visits(PublicApi api, Credential credential, String chargeBoxId, Pace pace, Consumer<String> say) {
        this.api = api;
        this.credential = credential;
        this.chargeBoxId = chargeBoxId;
        this.pace = pace;
        this.say = say;
        this.rest = pace.step();
    }

    void start() {
        visitors = Thread.ofVirtual().name("visits-" + chargeBoxId).start(this::visit);
    }

    /** Takes note of the connector's new status. */
    void hear(String status) {
        statuses.add(status);
    }

    /** Runs until the thread is interrupted. */
    private void visit() {
        try {
            while (true) {
                try {
                    var heard = next(pace.step());
                    follow(heard == null ? currentStatus() : heard);
                } catch (IOException | StartException e) {
                    sayOnce("No car visits %s for now: %s".formatted(chargeBoxId, e.getMessage()));
                    Thread.sleep(pace.longest());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sayOnce(String failure) {
        if (!failure.equals(lastFailure)) {
            say.accept(failure);
        }
        lastFailure = failure;
    }

    /** Returns if nothing was heard for so long that webhooks may have been missed. */
    private void follow(String first) throws IOException, InterruptedException {
        @Nullable String status = first;
        while (status != null) {
            var next = next(pace.step());
            if (next == null) {
                step(status);
                next = next(rest);
            }
            if (next == null) {
                visitIfFree(status);
                next = next(pace.longest());
            }
            status = next;
        }
    }

    private @Nullable String next(Duration patience) throws InterruptedException {
        return statuses.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A webhook may be late: a car that nobody expects any more would block the charger. */
    private void step(String status) throws IOException, InterruptedException {
        if (status.equals("Preparing") && currentStatus().equals("Preparing")) {
            act("plugIn");
        } else if (status.equals("Finishing")) {
            act("unplug");
        }
    }

    private void visitIfFree(String status) throws IOException, InterruptedException {
        if (status.equals(FREE)) {
            order("scenarios", Map.of("scenario", "normalSession"));
            rest = pace.rest();
        }
    }

    private void act(String action) throws IOException, InterruptedException {
        order("actions", Map.of("action", action));
    }

    /** Status 409 means that a scenario runs or that the user connects a simulator of their own. */
    private void order(String kind, Map<String, Object> order) throws IOException, InterruptedException {
        var path = DemoSetup.sandbox(chargeBoxId) + '/' + kind;
        var response = api.call("POST", path, credential, order);
        if (response.status() != 202 && response.status() != 409) {
            throw new IOException("%s answered %d: %s".formatted(path, response.status(), response.body()));
        }
    }

    /** The API's view, which may be behind webhooks that were heard just now. */
    private String currentStatus() throws IOException, InterruptedException {
        var charger = api.expect(200, "GET", "/api/v1/chargers/" + chargeBoxId, credential, null);
        return charger.path("connectors")
                .valueStream()
                .filter(connector -> connector.path("connectorId").asInt(0) == CONNECTOR)
                .map(connector -> connector.path("status").asString(""))
                .findFirst()
                .orElse("");
    }

    /** Ends the visits. A car that charges leaves by itself. */
    @Override
    public void close() {
        var running = visitors;
        if (running != null) {
            running.interrupt();
        }
    }
}
