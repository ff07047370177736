package io.plugstream.gateway.presence;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

class ConnectionLogTest {

    private static final UUID RUN = new UUID(0, 1);

    private final FakeKafka kafka = FakeKafka.open();
    private final ConnectionLog connections = new ConnectionLog(
            new TopicTable<>(
                    Topics.CONNECTIONS,
                    new KafkaClients(new KafkaProperties(), () -> List.of("unused:1")),
                    new SimpleMeterRegistry()),
            kafka.log,
            kafka.boundedWait,
            new GatewayRun(RUN));
    private final PendingRecord pending =
            connections.expect(CHARGER, HeldConnection.opening(new UUID(7, 7), RUN, Mode.LIVE, "ocpp1.6", NOW));

    @AfterEach
    void close() {
        kafka.close();
    }

    /** Kafka was away for longer than the producer keeps a record. Otherwise the step would never be in the log. */
    @Test
    void aRecordThatKafkaDidNotTakeIsSentAgain() {
        Supplier<Append> send = () -> kafka.log.send(Topics.CONNECTIONS, CHARGER, pending.record());
        Append first = pending.append(send);
        assertThat(pending.append(send)).isSameAs(first);
        assertThat(kafka.producer.errorNext(new TimeoutException("not acknowledged")))
                .isTrue();

        Append second = pending.append(send);

        assertThat(second).isNotSameAs(first);
        assertThat(kafka.producer.completeNext()).isTrue();
        assertThat(pending.append(send)).isSameAs(second);
        assertThat(kafka.sent(Topics.CONNECTIONS)).containsExactly(pending.record(), pending.record());
    }

    /** Who waited for it would be remembered for ever. */
    @Test
    void aForgottenRecordIsAwaitedNoLonger() {
        connections.forget(pending);

        assertThat(pending.readBack()).isCancelled();
    }
}
