package io.plugstream.gateway;

import static io.plugstream.gateway.GatewayPair.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;

/**
 * Kafka rejects a gateway's beats but accepts everything else, as if the leader of one partition were unreachable.
 * Other gateways take such a gateway for lost and report the ends of its connections, so it must not begin new ones.
 */
class GatewayWithoutBeatsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void noConnectionIsAnnouncedWhileTheGatewayCannotPublishBeats() throws Exception {
        String kafka = RealParts.kafka().bootstrapServers();
        try (GatewayPair pair = new GatewayPair();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
            await().atMost(TIMEOUT).until(() -> isBegun(pair));

            largestBeat(admin, 1);
            try {
                await().atMost(TIMEOUT).until(() -> !isBegun(pair));
            } finally {
                largestBeat(admin, 1_048_588);
            }

            await().atMost(TIMEOUT).until(() -> isBegun(pair));
        }
    }

    /** Whether a new charger's connection gets into the log, which the answer to its first message shows. */
    private static boolean isBegun(GatewayPair pair) throws Exception {
        ChargerId id = pair.registered();
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

    /** Sets the largest record in bytes that the broker accepts in the topic of beats. */
    private static void largestBeat(Admin admin, int bytes) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.GATEWAY_BEATS.name());
        Collection<AlterConfigOp> change = List.of(new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)), OpType.SET));
        admin.incrementalAlterConfigs(Map.of(topic, change)).all().get(20, TimeUnit.SECONDS);
    }
}
