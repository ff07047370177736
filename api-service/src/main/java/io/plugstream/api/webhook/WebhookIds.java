package io.plugstream.api.webhook;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Generates and parses webhook ids, which are UUIDv7. */
@Component
final class WebhookIds {

    private static final Pattern SPELLING = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();

    UUID next() {
        return generator.generate();
    }

    /** Parses an id in lower case with hyphens; other spellings are empty. */
    static Optional<UUID> parse(String text) {
        return SPELLING.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
