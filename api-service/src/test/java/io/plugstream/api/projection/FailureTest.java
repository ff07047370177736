package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.R2dbcNonTransientResourceException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {

    /** Disk full, out of memory, too many connections, I/O error, internal error, corrupted data, crash, read-only. */
    @ParameterizedTest
    @ValueSource(strings = {"53100", "53200", "53300", "58030", "XX000", "XX001", "57P02", "57P03", "25006"})
    void troublesOfTheDatabaseParkNoRecord(String state) {
        assertThat(Failure.isOfRecords(refusal(state))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22003", "23502"})
    void rejectedValuesDo(String state) {
        assertThat(Failure.isOfRecords(refusal(state))).isTrue();
    }

    private static RuntimeException refusal(String state) {
        return new IllegalStateException(new R2dbcNonTransientResourceException("refused", state));
    }
}
