package io.plugstream.gateway;

import io.plugstream.model.charger.ChargerId;
import java.io.EOFException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A charger that discards a message after three CALLERRORs, the default of {@code TransactionMessageAttempts}. It keeps
 * a message whose connection ends without an answer, connects again at once and sends the message again.
 */
final class ForgetfulCharger implements AutoCloseable {

    private static final int ATTEMPTS = 3;

    private final RunningGateway gateway;
    private final ChargerId id;
    private final AtomicInteger failures = new AtomicInteger();
    private @Nullable TestCharger open;

    ForgetfulCharger(RunningGateway gateway, ChargerId id) {
        this.gateway = gateway;
        this.id = id;
    }

    /** The open connection. */
    TestCharger connection() throws Exception {
        TestCharger present = open;
        if (present == null || present.isClosed()) {
            present = gateway.connect(id);
            open = present;
        }
        return present;
    }

    /** CALLERRORs, and connections that ended without an answer. */
    int failures() {
        return failures.get();
    }

    /** The payload of the CALLRESULT to a message that is sent until it is answered. */
    JsonNode untilAnswered(String action, String payload) throws Exception {
        int errors = 0;
        while (true) {
            TestCharger present = connection();
            try {
                JsonNode answer = present.exchange(action, payload);
                if (answer.get(0).intValue() == 3) {
                    return answer.get(2);
                }
                failures.incrementAndGet();
                errors++;
                if (errors == ATTEMPTS) {
                    throw new AssertionError(id + " discarded a " + action + " after " + answer);
                }
            } catch (EOFException | ExecutionException _) {
                failures.incrementAndGet();
                open = null;
            }
        }
    }

    /** The id of the transaction that {@code start} begins. */
    int start(String start) throws Exception {
        return untilAnswered("StartTransaction", start).get("transactionId").intValue();
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
    }
}
