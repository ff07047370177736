package io.plugstream.model.webhook;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt sent, or would have sent, and the answer. Long texts are truncated.
 *
 * @param url the webhook's URL at that moment
 * @param headers the headers that the dispatcher sets, in their order
 * @param body the first {@value #MOST_OF_BODY} bytes as text
 * @param answer the first {@value #MOST_OF_ANSWER} bytes of the answer's body as text, as far as received; null if
 *     there was no answer
 * @param fault why the connection failed; null if it did not, or the reason is unknown
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
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Names only the fault: bodies and signatures do not belong in logs. */
    @Override
    public String toString() {
        return "Attempt[" + fault + ']';
    }
}
