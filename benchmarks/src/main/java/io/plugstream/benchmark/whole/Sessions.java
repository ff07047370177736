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

/**
 * Chargers that charge one session after another. OCPP 1.6: a start, a status, six readings, a stop, a status. OCPP
 * 2.0.1: a start, eight readings, an end, because a status there has no field that could carry the number. Each message
 * is an event. OCPP 1.6 chargers can also send only one kind of message.
 */
final class Sessions implements AutoCloseable {

    private static final int PERCENT = 100;
    private static final int STEPS = 10;

    /** Receives the charger and number of each answered message. */
    interface Answered {
        void answered(int charger, long number);
    }

    private final List<Session> sessions = new ArrayList<>();
    private volatile Answered answered = (_, _) -> {};

    /** @param stations the percentage of chargers that speak OCPP 2.0.1 */
    Sessions(Site site, List<Member> members, int stations) throws InterruptedException {
        for (Member member : members) {
            for (Member.Registered charger : member.chargers()) {
                int index = sessions.size();
                // Evenly spread, so that each organisation has both.
                boolean isStation = (index + 1) * stations / PERCENT > index * stations / PERCENT;
                Charger socket = Charger.connect(
                        site.http(),
                        site.gatewayPort(index),
                        member,
                        charger,
                        isStation ? "ocpp2.0.1" : "ocpp1.6",
                        text -> heard(index, text));
                sessions.add(isStation ? new StationSession(socket) : new ChargerSession(socket));
            }
        }
    }

    int size() {
        return sessions.size();
    }

    void onAnswer(Answered listener) {
        answered = listener;
    }

    /** OCPP 1.6 chargers send messages of {@code kind} from now on. */
    void begin(Kind kind) {
        sessions.forEach(session -> session.begin(kind));
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

    private abstract static class Session {

        private final Charger charger;

        Session(Charger charger) {
            this.charger = charger;
        }

        abstract void begin(Kind kind);

        abstract void next(long number);

        abstract void answered(JsonNode answer);

        void send(long number, String action, String payload) {
            charger.send("[2,\"%d\",\"%s\",%s]".formatted(number, action, payload));
        }

        void close() {
            charger.close();
        }
    }

    private static final class StationSession extends Session {

        private int step;
        private long transaction;

        StationSession(Charger charger) {
            super(charger);
        }

        @Override
        void begin(Kind kind) {
            if (kind != Kind.SESSIONS) {
                throw new IllegalArgumentException("a station sends sessions, not " + kind);
            }
        }

        @Override
        synchronized void next(long number) {
            int now = step++ % STEPS;
            if (now == 0) {
                transaction = number;
            }
            send(number, "TransactionEvent", """
                {"eventType":"%s","timestamp":"%s","triggerReason":"%s","seqNo":%d,
                "transactionInfo":{"transactionId":"%d"%s},"evse":{"id":1,"connectorId":1}%s,
                "meterValue":[{"timestamp":"%2$s","sampledValue":[{"value":%d,"context":"%s"}]}]}\
                """.formatted(
                            type(now),
                            Instant.now(),
                            now == 0 ? "Authorized" : now == STEPS - 1 ? "StopAuthorized" : "MeterValuePeriodic",
                            now,
                            transaction,
                            now == STEPS - 1 ? ",\"stoppedReason\":\"Local\"" : ",\"chargingState\":\"Charging\"",
                            now == 0 ? ",\"idToken\":{\"idToken\":\"TAG\",\"type\":\"ISO14443\"}" : "",
                            number,
                            context(now)));
        }

        private static String type(int step) {
            return step == 0 ? "Started" : step == STEPS - 1 ? "Ended" : "Updated";
        }

        private static String context(int step) {
            return step == 0 ? "Transaction.Begin" : step == STEPS - 1 ? "Transaction.End" : "Sample.Periodic";
        }

        @Override
        void answered(JsonNode answer) {
            // A station assigns its transaction ids itself.
        }
    }

    private static final class ChargerSession extends Session {

        private CompletableFuture<?> line = CompletableFuture.completedFuture(null);
        private volatile CompletableFuture<Integer> transaction = new CompletableFuture<>();
        private Kind kind = Kind.SESSIONS;
        private int step;

        /** Alternates the status, because an unchanged status makes no event. Messages are made one at a time. */
        private int statuses;

        ChargerSession(Charger charger) {
            super(charger);
        }

        @Override
        synchronized void begin(Kind next) {
            kind = next;
            step = 0;
        }

        @Override
        synchronized void next(long number) {
            Kind.Message message = kind.message(step++);
            if (message == Kind.Message.START) {
                CompletableFuture<Integer> next = new CompletableFuture<>();
                line = line.thenRun(() -> {
                    transaction = next;
                    start(number);
                });
            } else if (kind == Kind.STATUSES || kind == Kind.HEARTBEATS) {
                line = line.thenRun(() -> say(message, 0, number));
            } else {
                line = line.thenCompose(_ -> transaction).thenAccept(id -> say(message, id, number));
            }
        }

        @Override
        void answered(JsonNode answer) {
            if (answer.path("transactionId").isInt()) {
                transaction.complete(answer.path("transactionId").intValue());
            }
        }

        private void start(long number) {
            send(
                    number,
                    "StartTransaction",
                    "{\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":%d,\"timestamp\":\"%s\"}"
                            .formatted(number, Instant.now()));
        }

        private void say(Kind.Message message, int transaction, long number) {
            switch (message) {
                case STATUS ->
                    send(
                            number,
                            "StatusNotification",
                            "{\"connectorId\":1,\"errorCode\":\"NoError\",\"status\":\"%s\",\"info\":\"%d\"}"
                                    .formatted(statuses++ % 2 == 0 ? "Charging" : "Available", number));
                case READING ->
                    send(
                            number,
                            "MeterValues",
                            "{\"connectorId\":1,\"transactionId\":%d,\"meterValue\":[{\"timestamp\":\"%s\",\"sampledValue\":[{\"value\":\"%d\",\"unit\":\"Wh\"}]}]}"
                                    .formatted(transaction, Instant.now(), number));
                case STOP ->
                    send(
                            number,
                            "StopTransaction",
                            "{\"transactionId\":%d,\"meterStop\":%d,\"timestamp\":\"%s\"}"
                                    .formatted(transaction, number, Instant.now()));
                case HEARTBEAT -> send(number, "Heartbeat", "{}");
                case START -> throw new IllegalArgumentException("a start waits for its answer");
            }
        }
    }

    @Override
    public void close() {
        sessions.forEach(Session::close);
    }
}
