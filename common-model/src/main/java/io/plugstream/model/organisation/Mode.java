package io.plugstream.model.organisation;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Live resources or the sandbox's. The two never see each other. */
public enum Mode {
    LIVE,
    TEST;

    /** The name on the wire: {@code live} or {@code test}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
