package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process ends when its Kafka Streams has stopped for good. */
class TakenNameIT {

    @Test
    void anInstanceWhoseNameAnotherTakesEndsSoThatWhoeverStartedItSees(@TempDir Path first, @TempDir Path second)
            throws InterruptedException {
        try (Kafka broker = RealParts.newKafka();
                QuotaProcess one =
                        QuotaProcess.start(first, broker.bootstrapServers()).awaitReady();
                QuotaProcess other = QuotaProcess.start(second, broker.bootstrapServers())) {
            assertThat(one.process().waitFor(90, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(one.process().exitValue()).isEqualTo(1);
            other.awaitReady();
        }
    }
}
