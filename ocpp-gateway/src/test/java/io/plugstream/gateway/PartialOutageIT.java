package io.plugstream.gateway;

import static io.plugstream.gateway.GatewayPair.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Kafka rejects records of one topic but accepts all others, as if the leader of one partition were unreachable. */
class PartialOutageIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static GatewayPair pair;

    @BeforeAll
    static void start() {
        pair = new GatewayPair();
    }

    /** The gateways that other tests share use the same broker. */
    @AfterAll
    static void stop() throws Exception {
        pair.close();
        SharedGateway.recover();
    }

    /** Other gateways take such a gateway for lost and report the ends of its connections, so it must not begin any. */
    @Test
    void noConnectionIsAnnouncedWhileTheGatewayCannotPublishBeats() throws Exception {
        assertUnableWithout(Topics.GATEWAY_BEATS);
    }

    /** Otherwise a charger that connects again and again in an outage leaves the gateway many ends to publish. */
    @Test
    void aConnectionWhoseBeginningWasRejectedHasNoEnd() throws Exception {
        ChargerId refused = assertUnableWithout(Topics.CONNECTIONS);

        pair.awaitSweeps();
        assertThat(pair.topics.read(Topics.CONNECTIONS, refused)).isEmpty();
    }

    /** Returns a charger whose connection did not get into the log. */
    private static ChargerId assertUnableWithout(Topic<?, ?> topic) throws Exception {
        List<ChargerId> chargers = new ArrayList<>();
        Callable<Boolean> isBegun = () -> {
            chargers.add(pair.registered());
            return isBegun(chargers.getLast());
        };
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", RealParts.kafka().bootstrapServers()))) {
            await().atMost(TIMEOUT).until(isBegun);
            largestRecord(admin, topic, 1);
            try {
                await().atMost(TIMEOUT).until(isBegun, begun -> !begun);
            } finally {
                largestRecord(admin, topic, 1_048_588);
            }
            ChargerId refused = chargers.getLast();
            await().atMost(TIMEOUT).until(isBegun);
            return refused;
        }
    }

    /** Whether a new charger's connection gets into the log, which the answer to its first message shows. */
    private static boolean isBegun(ChargerId id) throws Exception {
        try (TestCharger charger = connect(pair.one, id)) {
            boolean recorded = charger.exchange(
                                    "StatusNotification",
                                    "{'connectorId':1,'errorCode':'NoError','status':'Available'}")
                            .get(0)
                            .intValue()
                    == 3;
            assertThat(pair.topics.read(Topics.CONNECTIONS, id).isEmpty()).isEqualTo(!recorded);
            return recorded;
        }
    }

    /** Sets the largest record in bytes that the broker accepts in a topic. */
    private static void largestRecord(Admin admin, Topic<?, ?> topic, int bytes) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
        Collection<AlterConfigOp> change = List.of(new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)), OpType.SET));
        admin.incrementalAlterConfigs(Map.of(resource, change)).all().get(20, TimeUnit.SECONDS);
    }
}
