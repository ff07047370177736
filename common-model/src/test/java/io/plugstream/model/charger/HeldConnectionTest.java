package io.plugstream.model.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HeldConnectionTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final UUID HOLDER = UUID.randomUUID();
    private static final UUID PEER = UUID.randomUUID();

    private final HeldConnection opening =
            HeldConnection.opening(new UUID(1, Long.MAX_VALUE), HOLDER, Mode.LIVE, "ocpp1.6", NOW);
    private final HeldConnection newer = HeldConnection.opening(new UUID(1, Long.MIN_VALUE), PEER, Mode.LIVE, "x", NOW);

    @Test
    void laterStepsAndNewerConnectionsSupersedeEarlierOnes() {
        HeldConnection open = opening.settled(NOW);
        HeldConnection closing = open.closing(HOLDER, "closed", NOW);
        HeldConnection takenOver = closing.closing(PEER, "gateway lost", NOW);
        List<HeldConnection> life = List.of(opening, open, closing, takenOver, takenOver.settled(NOW), newer);
        for (int older = 0; older < life.size(); older++) {
            for (int later = 0; later < life.size(); later++) {
                assertThat(life.get(later).supersedes(life.get(older))).isEqualTo(later > older);
            }
        }
        assertThat(life).extracting(HeldConnection::inWork).containsExactly(true, false, true, true, false, true);
    }

    @Test
    void neitherOfTwoReportsOfAnEndIsNewer() {
        HeldConnection one = opening.closing(HOLDER, "closed", NOW);
        HeldConnection other = opening.settled(NOW).closing(PEER, "gateway lost", NOW);

        assertThat(one.supersedes(other)).isFalse();
        assertThat(other.supersedes(one)).isFalse();
        assertThat(other.owner()).isEqualTo(PEER);
        assertThat(opening.owner()).isEqualTo(HOLDER);
    }

    @Test
    void aReportTakenOverKeepsItsReason() {
        HeldConnection takenOver = opening.closing(HOLDER, "closed", NOW).closing(PEER, "gateway lost", NOW);

        assertThat(takenOver.reason()).isEqualTo("closed");
        assertThat(takenOver.attempt()).isEqualTo(2);
        assertThat(takenOver.settled(NOW).step()).isEqualTo(HeldConnection.Step.CLOSED);
    }
}
