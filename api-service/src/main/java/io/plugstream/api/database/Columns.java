package io.plugstream.api.database;

import io.plugstream.model.json.WireName;
import io.r2dbc.spi.Readable;
import java.util.Objects;

/** Reads columns that are never null. */
public final class Columns {

    private Columns() {}

    public static <T> T get(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type));
    }

    /** The constant whose name the column holds. */
    public static <E extends Enum<E> & WireName> E constant(Readable row, String column, Class<E> type) {
        return WireName.find(type, get(row, column, String.class)).orElseThrow();
    }
}
