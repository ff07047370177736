package io.plugstream.api.key;

import io.plugstream.api.database.Columns;
import io.plugstream.model.organisation.Mode;
import io.r2dbc.spi.Readable;
import java.util.UUID;

/** The organisation and mode of an active key. */
record KeyOwner(UUID keyId, String organisationId, Mode mode) {

    static KeyOwner of(Readable row) {
        return new KeyOwner(
                Columns.get(row, "id", UUID.class),
                Columns.get(row, "organisation_id", String.class),
                Mode.TEST.wireName().equals(row.get("mode", String.class)) ? Mode.TEST : Mode.LIVE);
    }
}
