package io.plugstream.model.webhook;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt sent, or would have sent, and what came back. What is too long is cut.
 *
 * @param url the webhook's address at that moment
 * @param headers those that the dispatcher sets
 * @param body the first {@value #MOST_OF_BODY} bytes as text
 * @param answer the first {@value #MOST_OF_ANSWER} bytes of the answer's body as text, as far as they came; null when no answer
 *     came
 * @param fault why no connection came about; null where there was one, or nobody knows
 */
public record Attempt(
        String url,
        Map<String, String> headers,
        String body,
        @Nullable String answer,
        @Nullable ConnectionFault fault) {

    public static final int MOST_OF_BODY = 16 * 1024;
    public static final int MOST_OF_ANSWER = 1024;

    public Attempt {
        headers = Map.copyOf(headers);
    }

    /** Names only the address: bodies and signatures are nobody's business in a log. */
    @Override
    public String toString() {
        return "Attempt[" + fault + ']';
    }
}
