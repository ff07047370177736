package io.plugstream.model.organisation;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Live or sandbox resources. The two are strictly separate. */
public enum Mode {
    LIVE,
    TEST;

    /** The name on the wire: {@code live} or {@code test}. */
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
