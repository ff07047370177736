package io.plugstream.gateway.publish;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static io.plugstream.gateway.publish.FakeKafka.connected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class PublicationTest {

    private static final UUID EVENT = new UUID(1, 1);

    /** A connection ends with an event if its beginning is published, however its gateway learned that. */
    @Test
    void anEventThatASearchFoundHasArrived() throws Exception {
        try (FakeKafka kafka = FakeKafka.open()) {
            Publication publication = uncertain(kafka);
            kafka.partition.add(connected(EVENT));

            var _ = publication.publish().get(20, TimeUnit.SECONDS);

            assertThat(publication.mayArrive()).isTrue();
            assertThat(kafka.sent()).containsExactly(EVENT);
        }
    }

    @Test
    void anEventThatIsSearchedForMayArrive() throws Exception {
        try (FakeKafka kafka = new FakeKafka()) {
            Publication publication = uncertain(kafka);
            CompletableFuture<?> searched = publication.publish();

            assertThat(publication.mayArrive()).isTrue();

            kafka.partition.add(connected(EVENT));
            kafka.gate.countDown();
            var _ = searched.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void anEventThatTheProducerRefusedDoesNotArrive() {
        try (FakeKafka kafka = FakeKafka.open()) {
            Publication publication = publication(kafka);
            assertThat(publication.mayArrive()).isFalse();
            kafka.producer.sendException = new TimeoutException("no room");

            CompletableFuture<?> refused = publication.publish();

            assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS)).hasRootCauseMessage("no room");
            assertThat(publication.mayArrive()).isFalse();
        }
    }

    /** Kafka has not acknowledged the event within the time that the producer keeps it. */
    private static Publication uncertain(FakeKafka kafka) {
        Publication publication = publication(kafka);
        CompletableFuture<?> sent = publication.publish();
        assertThat(kafka.producer.errorNext(new TimeoutException("not acknowledged")))
                .isTrue();
        assertThat(sent).isCompletedExceptionally();
        assertThat(publication.mayArrive()).isTrue();
        return publication;
    }

    private static Publication publication(FakeKafka kafka) {
        return kafka.publications(Clock.fixed(NOW, ZoneOffset.UTC)).of(CHARGER, List.of(connected(EVENT)), null);
    }
}
