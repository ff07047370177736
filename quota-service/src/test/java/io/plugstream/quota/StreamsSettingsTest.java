package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.Instance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

    /** As by default. */
    private static final int THREAD_FAILURES = 10;

    private final StreamsConfig settings = settings(null);

    private static StreamsConfig settings(@Nullable Integer replicas) {
        return StreamsSettings.of(
                Map.of("bootstrap.servers", "localhost:1"),
                new QuotaProperties(
                        Path.of("state"),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(6),
                        1,
                        0,
                        THREAD_FAILURES,
                        Duration.ofSeconds(15)),
                replicas,
                new Instance("quota-1"));
    }

    @Test
    void countingIsExactlyOnce() {
        assertThat(settings.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo(StreamsConfig.EXACTLY_ONCE_V2);
        assertThat(settings.getString(StreamsConfig.APPLICATION_ID_CONFIG)).isEqualTo("quota-service");
        assertThat(settings.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(2_000);
    }

    @Test
    void changelogsGetAsManyReplicasAsOtherTopics() {
        assertThat(settings(3).getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG)).isEqualTo(3);
        assertThat(settings(3).originalsWithPrefix("topic.")).containsExactly(Map.entry("min.insync.replicas", "2"));
        assertThat(settings.getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG))
                .as("the brokers' default")
                .isEqualTo(-1);
    }

    @Test
    void decisionsAreSentWithoutWaitingForMore() {
        assertThat(settings.getProducerConfigs("client"))
                .containsEntry("linger.ms", 0)
                .containsEntry("transaction.timeout.ms", 10_000);
    }

    /** Until then the thread decides nothing. The default is 2 minutes. */
    @Test
    void aRecordThatIsNotTakenIsGivenUpSoonerThanByDefault() {
        assertThat(settings.getProducerConfigs("client")).containsEntry("delivery.timeout.ms", 30_000);
    }

    /** Each record that is given up may end a thread. */
    @Test
    void anOutageOfOnePartitionDoesNotEndTheProcess() {
        assertThat(StreamsSettings.DELIVERY_TIMEOUT.multipliedBy(THREAD_FAILURES))
                .isGreaterThanOrEqualTo(FailureHandler.WINDOW);
    }

    @Test
    void connectionWithoutAnswersIsSoonClosed() {
        assertThat(settings.getProducerConfigs("client")).containsEntry("request.timeout.ms", 2_500);
        // Two such timeouts in a row must fit into a session of 6 s.
        assertThat(settings.getMainConsumerConfigs("quota-service", "client", 1))
                .containsEntry("request.timeout.ms", 1_500);
        assertThat(settings.getRestoreConsumerConfigs("client")).containsEntry("request.timeout.ms", 2_500);
        assertThat(settings.getAdminConfigs("client")).containsEntry("request.timeout.ms", 2_500);
    }

    @Test
    void restartedInstanceTakesItsOwnPlace() {
        assertThat(settings.getMainConsumerConfigs("quota-service", "client", 1))
                .containsEntry("group.instance.id", "quota-service-quota-1-1")
                .containsEntry("session.timeout.ms", 6_000)
                .containsEntry("heartbeat.interval.ms", 1_000)
                .containsEntry("isolation.level", "read_committed");
    }
}
