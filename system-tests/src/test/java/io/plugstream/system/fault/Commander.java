package io.plugstream.system.fault;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.Organisation;
import io.plugstream.system.account.Exchange.Sending;
import io.plugstream.system.account.IssuedCommand;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Sends commands to an organisation's chargers, one after another, at random replicas. It repeats a request under its
 * Idempotency-Key while the API fails or does not answer, as a careful client does.
 */
final class Commander implements Runnable {

    private static final int MOST_REQUESTS = 8;
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Organisation organisation;
    private final List<String> chargers;
    private final List<URI> replicas;
    private final Duration between;
    private final Random random;
    private final AtomicInteger resets;
    private final Queue<IssuedCommand> issued = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;

    /** @param resets counts requests whose connection broke */
    Commander(
            Organisation organisation,
            List<String> chargers,
            List<URI> replicas,
            Duration between,
            Random random,
            AtomicInteger resets) {
        this.organisation = organisation;
        this.chargers = List.copyOf(chargers);
        this.replicas = replicas;
        this.between = between;
        this.random = random;
        this.resets = resets;
    }

    void stop() {
        stopping = true;
    }

    List<IssuedCommand> issued() {
        return List.copyOf(issued);
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                issue(chargers.get(random.nextInt(chargers.size())));
                TimeUnit.MILLISECONDS.sleep(Math.round(between.toMillis() * (0.5 + random.nextDouble())));
            }
        } catch (InterruptedException _) {
            // The test has ended before the load.
        }
    }

    private void issue(String charger) throws InterruptedException {
        String data = UUID.randomUUID().toString();
        Map<String, Object> command =
                Map.of("action", "DataTransfer", "payload", Map.of("vendorId", "load", "data", data));
        List<Sending> requests = new ArrayList<>();
        JsonNode answer = null;
        while (requests.size() < MOST_REQUESTS) {
            int replica = random.nextInt(replicas.size());
            Instant at = Instant.now();
            HttpResponse<String> response = post(replica, charger, command, data);
            String result = response == null ? "no answer" : response.statusCode() + " " + response.body();
            requests.add(new Sending(at, "replica " + (replica + 1), result));
            if (response != null && response.statusCode() < 500) {
                answer = response.statusCode() < 300 ? Organisation.json(response) : null;
                break;
            }
            TimeUnit.MILLISECONDS.sleep(AGAIN.toMillis());
        }
        issued.add(new IssuedCommand(
                new ChargerId(organisation.id(), charger), data, requests, text(answer, "id"), text(answer, "status")));
    }

    private @Nullable HttpResponse<String> post(
            int replica, String charger, Map<String, Object> command, String idempotencyKey) {
        try {
            return organisation
                    .at(replicas.get(replica))
                    .post("/api/v1/chargers/" + charger + "/commands", command, idempotencyKey);
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof ConnectException)) {
                resets.incrementAndGet();
            }
            return null;
        }
    }

    private static @Nullable String text(@Nullable JsonNode answer, String field) {
        return answer == null ? null : answer.path(field).stringValue();
    }
}
