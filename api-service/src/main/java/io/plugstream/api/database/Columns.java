package io.plugstream.api.database;

import io.r2dbc.spi.Readable;
import java.util.Objects;

/** Reads columns that are never null. */
public final class Columns {

    private Columns() {}

    public static <T> T get(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type));
    }
}
