package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class HalvesTest {

    private static final List<Integer> BATCH = List.of(1, 2, 3, 4, 5);

    private final List<List<Integer>> written = new ArrayList<>();

    /** Writes at most {@code most} elements in time. */
    private void write(List<Integer> some, int most, R2dbcException failure) {
        if (some.size() > most) {
            throw new QueryTimeoutException("too slow", failure);
        }
        written.add(List.copyOf(some));
    }

    @Test
    void batchThatTakesTooLongIsWrittenInHalvesInOrder() {
        Halves.apply(BATCH, some -> write(some, 2, new R2dbcTimeoutException("canceled", "57014")));
        assertThat(written).containsExactly(List.of(1, 2), List.of(3), List.of(4, 5));
    }

    @Test
    void batchThatWaitsTooLongForALockIsWrittenInHalves() {
        Halves.apply(BATCH, some -> write(some, 3, new R2dbcTimeoutException("lock", "55P03")));
        assertThat(written).containsExactly(List.of(1, 2), List.of(3, 4, 5));
    }

    @Test
    void anElementThatTakesTooLongAloneFails() {
        assertThatThrownBy(() ->
                        Halves.apply(BATCH, some -> write(some, 0, new R2dbcTimeoutException("canceled", "57014"))))
                .isInstanceOf(QueryTimeoutException.class);
    }

    @Test
    void otherFailuresAreNotRetried() {
        assertThatThrownBy(() ->
                        Halves.apply(BATCH, some -> write(some, 2, new R2dbcBadGrammarException("wrong", "42601"))))
                .isInstanceOf(QueryTimeoutException.class);
        assertThat(written).isEmpty();
    }
}
