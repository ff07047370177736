package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.transaction.TransactionIdBlock;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionIdsTest {

    private static final long LAST_BLOCK = 21_474_835;

    private final FakeKafka kafka = FakeKafka.open();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TransactionIds ids = new TransactionIds(
            kafka.log, new Instance("gateway-1"), Clock.fixed(FakeKafka.NOW, ZoneOffset.UTC), () -> true, meters);

    @AfterEach
    void close() {
        kafka.close();
    }

    /** Chargers keep a message that cannot be recorded, so it must not look like a failure of the gateway. */
    @Test
    void thereAreNoIdsAfterTheLastBlock() throws Exception {
        kafka.storeAt(LAST_BLOCK);
        ids.askAhead();
        kafka.storeAt(LAST_BLOCK + 1);
        for (int id = 0; id < TransactionIdBlock.SIZE; id++) {
            assertThat(ids.next()).isEqualTo(2_147_483_501 + id);
        }

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(ids::next)
                    .isInstanceOf(NotAcknowledgedException.class)
                    .hasMessageContaining("used up");
        }
        assertThat(used()).isOne();
    }

    @Test
    void theUsedShareIsThatOfTheNewestBlock() {
        assertThat(used()).isZero();

        kafka.storeAt(LAST_BLOCK / 2);
        ids.askAhead();

        assertThat(used()).isCloseTo(0.5, within(0.001));
    }

    private double used() {
        return meters.get("plugstream.gateway.transaction.ids.used").gauge().value();
    }
}
