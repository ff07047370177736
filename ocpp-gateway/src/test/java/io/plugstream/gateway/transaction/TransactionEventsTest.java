package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.uuid.Generators;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TransactionEventsTest {

    @Test
    void aDerivedIdDiffersFromAllIdsOfTheSameMillisecond() {
        var generator = Generators.timeBasedEpochGenerator();
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            ids.add(generator.generate());
        }
        assertThat(ids)
                .hasSize(10_000)
                .noneMatch(id -> ids.contains(TransactionEvents.siblingOf(id, 0))
                        || ids.contains(TransactionEvents.siblingOf(id, 3)));
        UUID id = ids.iterator().next();
        assertThat(TransactionEvents.siblingOf(id, 0)).isEqualTo(TransactionEvents.siblingOf(id, 0));
        assertThat(TransactionEvents.siblingOf(id, 0).version()).isEqualTo(7);
        assertThat(TransactionEvents.siblingOf(id, 0).variant()).isEqualTo(2);
    }
}
