package io.plugstream.api.webhook;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Ids of webhooks: UUIDv7. */
@Component
final class WebhookIds {

    private static final Pattern SPELLING = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();

    UUID next() {
        return generator.generate();
    }

    /** The id that {@code text} spells as we do; no other spelling names a webhook. */
    static Optional<UUID> parse(String text) {
        return SPELLING.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
