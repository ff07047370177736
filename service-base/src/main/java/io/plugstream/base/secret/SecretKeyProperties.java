package io.plugstream.base.secret;

import io.plugstream.base.StartRefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The keys that seal secrets. {@link #cipher} validates them instead of Spring's binding, whose error report would
 * quote the value; unknown fields are ignored for the same reason.
 *
 * @param keys each {@code id:base64} of 32 bytes; the first seals, all open. Required in api-service,
 *     webhook-dispatcher and sandbox
 */
@ConfigurationProperties(prefix = "plugstream.secrets")
public record SecretKeyProperties(@Nullable List<String> keys) {

    private static final String PROPERTY = "plugstream.secrets.keys";

    /**
     * The cipher of these keys.
     *
     * @throws StartRefusedException if there is no key or one is invalid; the message names the property and quotes no
     *     key
     */
    public SecretCipher cipher() {
        List<EncryptionKey> parsed = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (String text : keys == null ? List.<String>of() : keys) {
            EncryptionKey key = parse(text, parsed.size() + 1);
            if (!ids.add(key.id())) {
                throw new StartRefusedException(PROPERTY + ": two keys have the id " + key.id());
            }
            parsed.add(key);
        }
        if (parsed.isEmpty()) {
            throw new StartRefusedException(PROPERTY + " is not set: at least one id:base64 of 32 bytes is needed");
        }
        return new SecretCipher(parsed);
    }

    private static EncryptionKey parse(String text, int number) {
        try {
            return EncryptionKey.parse(text);
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(PROPERTY + ": key " + number + " is invalid: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "SecretKeyProperties[" + (keys == null ? 0 : keys.size()) + " keys]";
    }
}
