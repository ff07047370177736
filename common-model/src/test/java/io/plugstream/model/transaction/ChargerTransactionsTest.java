package io.plugstream.model.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChargerTransactionsTest {

    @Test
    void theFirstOfTwoSuccessorsCounts() {
        ChargerTransactions first = revision(2);
        ChargerTransactions second = new ChargerTransactions(2, List.of(), List.of());

        assertThat(ChargerTransactions.following(revision(1), first)).isSameAs(first);
        assertThat(ChargerTransactions.following(first, second)).isSameAs(first);
        assertThat(ChargerTransactions.following(first, revision(1))).isSameAs(first);
    }

    /** A reader that is reading during a compaction misses the compacted records. */
    @Test
    void aReaderThatMissedRecordsContinuesWithTheNewest() {
        ChargerTransactions newest = revision(51);

        assertThat(ChargerTransactions.following(ChargerTransactions.following(revision(10), revision(50)), newest))
                .isSameAs(newest);
    }

    private static ChargerTransactions revision(long revision) {
        return new ChargerTransactions(revision, List.of(), List.of());
    }
}
