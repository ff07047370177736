package io.plugstream.api.database;

import io.r2dbc.spi.Readable;
import java.util.Objects;

/** Columns of a row that are never null. */
public final class Columns {

    private Columns() {}

    /** The value of a column. */
    public static <T> T get(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type));
    }
}
