package io.plugstream.model.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectorStatesTest {

    /** Ids are unsigned numbers. */
    private static final UUID FORMER = new UUID(Long.MAX_VALUE, 0);

    private static final UUID NEWEST = new UUID(Long.MIN_VALUE, 0);

    @Test
    void statesOfAFormerConnectionDoNotCount() {
        assertThat(ConnectorStates.following(states("Available", NEWEST), states("Charging", FORMER)))
                .isEqualTo(states("Available", NEWEST));
    }

    @Test
    void statesOfTheSameConnectionOrALaterOneCount() {
        assertThat(ConnectorStates.following(states("Available", FORMER), states("Charging", FORMER)))
                .isEqualTo(states("Charging", FORMER));
        assertThat(ConnectorStates.following(states("Available", FORMER), states("Charging", NEWEST)))
                .isEqualTo(states("Charging", NEWEST));
    }

    @Test
    void theLastCountsIfOneOfThemSaysNoConnection() {
        assertThat(ConnectorStates.following(states("Available", null), states("Charging", FORMER)))
                .isEqualTo(states("Charging", FORMER));
        assertThat(ConnectorStates.following(states("Available", NEWEST), states("Charging", null)))
                .isEqualTo(states("Charging", null));
    }

    private static ConnectorStates states(String status, @Nullable UUID connectionId) {
        return new ConnectorStates(
                Map.of(1, new ConnectorStates.State(status, "NoError", null)), null, Map.of(), Map.of(), connectionId);
    }
}
