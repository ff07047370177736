package io.plugstream.api.quota;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Calls by several Free organisations at a time, to all replicas in turn, at a steady rate and beyond their limits. */
final class SteadyCalls implements AutoCloseable {

    static final int LIMIT = 50;

    private static final Duration PACE = Duration.ofMillis(12);
    private static final int AT_A_TIME = 8;
    private static final int OF_EACH = 60;
    private static final int RECENT = 60;

    private final List<ApiReplica> replicas;
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final String[] organisations = new String[AT_A_TIME];
    private final ApiClient[][] clients = new ApiClient[AT_A_TIME][];
    private final ScheduledExecutorService pacer = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> pacing;
    private int next;

    SteadyCalls(List<ApiReplica> replicas) {
        this.replicas = replicas;
        this.pacing = pacer.scheduleAtFixedRate(this::call, 0, PACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns when the present organisations have made all their calls and received all answers. */
    List<Call> finish() throws Exception {
        pacing.cancel(false);
        pacer.submit(() -> {
                    while (next % (AT_A_TIME * OF_EACH) != 0) {
                        call();
                    }
                })
                .get();
        calls.forEach(call -> call.answer().join());
        return calls;
    }

    /** Whether the latest calls were answered within 500 ms. */
    boolean isSmooth() {
        List<Call> made = List.copyOf(calls);
        return made.subList(Math.max(0, made.size() - RECENT), made.size()).stream()
                .allMatch(call -> call.answer().isDone() && call.took().join().compareTo(Duration.ofMillis(500)) < 0);
    }

    int made() {
        return calls.size();
    }

    Set<String> organisations() {
        return calls.stream().map(Call::organisation).collect(Collectors.toSet());
    }

    private void call() {
        int slot = next % AT_A_TIME;
        if (next / AT_A_TIME % OF_EACH == 0) {
            begin(slot);
        }
        long began = System.nanoTime();
        CompletableFuture<ApiClient.Answer> answer =
                clients[slot][next / AT_A_TIME % replicas.size()].getLater("/api/v1/nothing");
        calls.add(new Call(
                organisations[slot], answer, answer.thenApply(_ -> Duration.ofNanos(System.nanoTime() - began))));
        next++;
    }

    private void begin(int slot) {
        organisations[slot] = "org-" + UUID.randomUUID();
        String token = Platform.get().tokens().token(organisations[slot]);
        clients[slot] =
                replicas.stream().map(replica -> replica.client().token(token)).toArray(ApiClient[]::new);
    }

    @Override
    public void close() {
        pacer.shutdownNow();
    }

    /** A call, its answer and its duration. */
    record Call(String organisation, CompletableFuture<ApiClient.Answer> answer, CompletableFuture<Duration> took) {

        int status() {
            return answer.join().status();
        }
    }
}
