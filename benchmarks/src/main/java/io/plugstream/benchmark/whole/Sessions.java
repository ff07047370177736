package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.platform.Charger;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Chargers that charge one session after the other: a start, a status, six readings, a stop, a status; each is an event. */
final class Sessions implements AutoCloseable {

    private static final int STEPS = 10;
    private static final int LAST_READING = 7;

    /** Gets the number of each message that is answered, and which charger's it is. */
    interface Answered {
        void answered(int charger, long number);
    }

    private final List<Session> sessions = new ArrayList<>();
    private volatile Answered answered = (_, _) -> {};

    Sessions(Site site, List<Member> members) throws InterruptedException {
        for (Member member : members) {
            for (Member.Registered charger : member.chargers()) {
                int index = sessions.size();
                sessions.add(new Session(Charger.connect(
                        site.http(), site.gatewayPort(), member.organisation(), charger, text -> heard(index, text))));
            }
        }
    }

    int size() {
        return sessions.size();
    }

    void onAnswer(Answered listener) {
        answered = listener;
    }

    /** Sends the next message of a charger; one that needs the transaction's id waits for the answer to its start. */
    void send(int charger, long number) {
        sessions.get(charger).next(number);
    }

    private void heard(int charger, String text) {
        JsonNode answer = Json.mapper().readTree(text);
        if (answer.path(0).intValue() == 3) {
            long number = Long.parseLong(answer.path(1).stringValue());
            sessions.get(charger).answered(answer.path(2));
            answered.answered(charger, number);
        }
    }

    private static final class Session {

        private final Charger charger;
        private CompletableFuture<?> line = CompletableFuture.completedFuture(null);
        private volatile CompletableFuture<Integer> transaction = new CompletableFuture<>();
        private int step;

        Session(Charger charger) {
            this.charger = charger;
        }

        synchronized void next(long number) {
            int now = step++ % STEPS;
            if (now == 0) {
                CompletableFuture<Integer> next = new CompletableFuture<>();
                line = line.thenRun(() -> {
                    transaction = next;
                    charger.send(start(number));
                });
            } else {
                line = line.thenCompose(_ -> transaction).thenAccept(id -> charger.send(frame(now, id, number)));
            }
        }

        void answered(JsonNode answer) {
            if (answer.path("transactionId").isInt()) {
                transaction.complete(answer.path("transactionId").intValue());
            }
        }

        private static String start(long number) {
            return call(
                    number,
                    "StartTransaction",
                    "{\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":%d,\"timestamp\":\"%s\"}"
                            .formatted(number, Instant.now()));
        }

        private static String frame(int step, int transaction, long number) {
            if (step == 1 || step == STEPS - 1) {
                return call(
                        number,
                        "StatusNotification",
                        "{\"connectorId\":1,\"errorCode\":\"NoError\",\"status\":\"%s\",\"info\":\"%d\"}"
                                .formatted(step == 1 ? "Charging" : "Available", number));
            }
            if (step <= LAST_READING) {
                return call(
                        number,
                        "MeterValues",
                        "{\"connectorId\":1,\"transactionId\":%d,\"meterValue\":[{\"timestamp\":\"%s\",\"sampledValue\":[{\"value\":\"%d\",\"unit\":\"Wh\"}]}]}"
                                .formatted(transaction, Instant.now(), number));
            }
            return call(
                    number,
                    "StopTransaction",
                    "{\"transactionId\":%d,\"meterStop\":%d,\"timestamp\":\"%s\"}"
                            .formatted(transaction, number, Instant.now()));
        }

        private static String call(long number, String action, String payload) {
            return "[2,\"%d\",\"%s\",%s]".formatted(number, action, payload);
        }
    }

    @Override
    public void close() {
        sessions.forEach(session -> session.charger.close());
    }
}
