package io.plugstream.api.http;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads the ids of resources in paths: UUIDs with hyphens, in any case (RFC 9562, section 4). */
public final class ResourceId {

    private static final Pattern SPELLING = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private ResourceId() {}

    /** Empty for all other spellings. */
    public static Optional<UUID> parse(String text) {
        return SPELLING.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
