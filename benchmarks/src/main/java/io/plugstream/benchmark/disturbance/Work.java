package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Charger;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The load of the good organisations: chargers report changes, programs call the API, receivers get webhooks. */
final class Work implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Seconds of a run while the platform warms up. */
    private static final int STRETCH = 60;

    private final PromptReceiver receiver;
    private final Site site;
    private final List<ReconnectingCharger> chargers = new ArrayList<>();
    private final int[] turns;
    private final List<HttpRequest> questions;
    private volatile @Nullable Run answers;

    /** Connects the chargers of all {@code members}. */
    Work(Site site, PromptReceiver receiver, List<Member> members) throws InterruptedException {
        this.receiver = receiver;
        this.site = site;
        for (Member member : members) {
            for (Member.Registered charger : member.chargers()) {
                chargers.add(new ReconnectingCharger(() ->
                        Charger.connect(site.http(), site.gatewayPort(), member, charger, "ocpp1.6", this::heard)));
            }
        }
        this.turns = new int[chargers.size()];
        this.questions = members.stream()
                .map(member -> site.keyed(member.key(), "/api/v1/chargers/CP-0").build())
                .toList();
    }

    /** The arrivals of answers to messages, answers to calls, and events at the receiver. */
    record Outcome(Run answered, Run called, Run delivered) {

        /** All by their names in tables. */
        Map<String, Run> all() {
            Map<String, Run> all = new LinkedHashMap<>();
            all.put("OCPP answers", answered);
            all.put("API calls", called);
            all.put("webhooks", delivered);
            return all;
        }

        int missing() {
            return all().values().stream().mapToInt(Run::missing).sum();
        }
    }

    /** Runs the same load for that many seconds and discards the figures. */
    void warmUp(int rate, int calls, int seconds) throws InterruptedException {
        for (int left = seconds; left > 0; left -= STRETCH) {
            int stretch = Math.min(left, STRETCH);
            var _ = run(new Load(rate, stretch), new Load(calls, stretch));
        }
    }

    Outcome run(Load messages, Load calls) throws InterruptedException {
        Run answered = new Run(messages);
        Run delivered = answered.sameMessages();
        Run called = new Run(calls);
        answers = answered;
        receiver.count(delivered);
        CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> ask(called), Thread::startVirtualThread);
        answered.drive(
                index -> {
                    int charger = index % turns.length;
                    chargers.get(charger).send(Frames.status(index, turns[charger]++));
                },
                TIMEOUT);
        delivered.await(TIMEOUT);
        asking.join();
        return new Outcome(answered, called, delivered);
    }

    private void ask(Run run) {
        try {
            var others = site.ask(run, index -> questions.get(index % questions.size()), 200, TIMEOUT);
            if (!others.isEmpty()) {
                System.err.println("Calls had other responses: " + others);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void heard(String text) {
        Run now = answers;
        int index = Frames.answered(text);
        if (now != null && index >= 0) {
            now.arrived(index);
        }
    }

    @Override
    public void close() {
        chargers.forEach(ReconnectingCharger::close);
    }
}
