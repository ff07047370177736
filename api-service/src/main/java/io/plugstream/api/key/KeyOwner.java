package io.plugstream.api.key;

import io.plugstream.model.organisation.Mode;
import io.r2dbc.spi.Readable;
import java.util.Objects;
import java.util.UUID;

/** What an active key stands for. */
record KeyOwner(UUID keyId, String organisationId, Mode mode) {

    static KeyOwner of(Readable row) {
        return new KeyOwner(
                Objects.requireNonNull(row.get("id", UUID.class)),
                Objects.requireNonNull(row.get("organisation_id", String.class)),
                Mode.TEST.wireName().equals(row.get("mode", String.class)) ? Mode.TEST : Mode.LIVE);
    }
}
