package io.plugstream.gateway.payload;

import java.util.Set;

/** Long lists of words, such as the values that OCPP allows in a field. */
public final class Words {

    private Words() {}

    /** The words of {@code text}, which whitespace separates; each may occur once. */
    public static Set<String> of(String text) {
        return Set.of(text.strip().split("\\s+", -1));
    }
}
