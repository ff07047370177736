package io.plugstream.gateway.connection;

import io.plugstream.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last few recorded CALLs of one socket and their results, by message id. A charger that repeats a CALL gets the
 * same answer, and the CALL is not handled twice. Answers are kept for two minutes only, so that a charger that uses
 * one id for all its CALLs does not get an old time with each BootNotification. Not thread-safe.
 */
final class RecentAnswers {

    static final int MOST = 4;
    static final Duration KEPT = Duration.ofMinutes(2);

    /** OCPP-J 1.6, section 4.2.1. A longer id is answered, but not remembered, so that memory is bounded. */
    static final int LONGEST_ID = 36;

    private static final MessageDigest SHA_256 = Sha256.digest();

    /** Oldest first. */
    private final List<Answered> answers = new ArrayList<>(0);

    private record Answered(String messageId, String request, String answer, Instant at) {}

    /** The earlier answer to this frame. A frame with the same id but other content is another CALL. */
    Optional<String> to(String messageId, String frame, Instant now) {
        for (Answered answered : answers) {
            if (answered.messageId().equals(messageId)) {
                boolean same = answered.at().plus(KEPT).isAfter(now)
                        && answered.request().equals(digest(frame));
                return same ? Optional.of(answered.answer()) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    void remember(String messageId, String frame, String answer, Instant now) {
        if (messageId.length() > LONGEST_ID) {
            return;
        }
        answers.removeIf(answered -> answered.messageId().equals(messageId));
        if (answers.size() == MOST) {
            answers.removeFirst();
        }
        answers.add(new Answered(messageId, digest(frame), answer, now));
    }

    /** Stored instead of the frame, which may be long. */
    private static String digest(String frame) {
        try {
            // Looking up a MessageDigest costs more than cloning one.
            byte[] digest = ((MessageDigest) SHA_256.clone()).digest(frame.getBytes(StandardCharsets.UTF_8));
            return new String(digest, StandardCharsets.ISO_8859_1);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's SHA-256 can be cloned", e);
        }
    }
}
