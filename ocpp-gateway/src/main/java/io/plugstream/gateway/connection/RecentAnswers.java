package io.plugstream.gateway.connection;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * The last few CALLs of one socket and their results, by message id: a charger that did not wait for an answer and asks
 * again gets the same one, and the work is not done twice. They are kept for two minutes only, so that a charger that uses
 * one id for all its CALLs is not told an old time for ever. Not thread-safe.
 */
final class RecentAnswers {

    static final int MOST = 4;
    static final Duration KEPT = Duration.ofMinutes(2);

    /** OCPP-J 1.6, section 4.2.1. A longer id is answered, but not remembered, so that memory is bounded. */
    static final int LONGEST_ID = 36;

    private final LinkedHashMap<String, Answered> answers = LinkedHashMap.newLinkedHashMap(0);

    private record Answered(String request, String answer, Instant at) {}

    /** The answer that this very frame had. One with other content under the same id is another CALL. */
    Optional<String> to(String messageId, String frame, Instant now) {
        return Optional.ofNullable(answers.get(messageId))
                .filter(answered -> answered.at().plus(KEPT).isAfter(now))
                .filter(answered -> answered.request().equals(digest(frame)))
                .map(Answered::answer);
    }

    void remember(String messageId, String frame, String answer, Instant now) {
        if (messageId.length() > LONGEST_ID) {
            return;
        }
        answers.remove(messageId);
        answers.put(messageId, new Answered(digest(frame), answer, now));
        if (answers.size() > MOST) {
            answers.remove(answers.firstEntry().getKey());
        }
    }

    /** In place of the frame, which may be long. */
    private static String digest(String frame) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(frame.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
