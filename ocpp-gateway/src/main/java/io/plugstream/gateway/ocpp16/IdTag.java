package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Fields;
import org.jspecify.annotations.Nullable;

/** Reads the field {@code idTag}. */
final class IdTag {

    private static final String NAME = "idTag";

    /** IdToken, CiString20Type (OCPP 1.6, 7.28). */
    private static final int LONGEST = 20;

    /** Longer tags occur where an eMobility account is used as the tag. */
    private static final int TOLERATED = 255;

    private IdTag() {}

    static String read(Fields fields) {
        return fields.text(NAME, LONGEST, TOLERATED, Deviation.LONG_ID_TAG);
    }

    static @Nullable String readOptional(Fields fields) {
        return fields.optionalText(NAME, LONGEST, TOLERATED, Deviation.LONG_ID_TAG);
    }
}
