package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdTableTest {

    @Test
    void keepsTheFirstNumberOfEachOfManySimilarIds() {
        IdTable table = new IdTable();
        for (int i = 1; i <= 10_000; i++) {
            table.put(id(i), i);
            table.put(id(i), -2);
        }
        assertThat(table.size()).isEqualTo(10_000);
        for (int i = 1; i <= 10_000; i++) {
            assertThat(table.get(id(i))).isEqualTo(i);
        }
        assertThat(table.get(id(10_001))).isEqualTo(IdTable.ABSENT);
    }

    private static UUID id(int number) {
        return new UUID(0x0192_f0c1_7a3e_7000L, 0x8000_0000_0000_0000L | number);
    }
}
