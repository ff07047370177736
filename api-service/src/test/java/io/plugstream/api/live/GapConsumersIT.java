package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Kafka consumers of streams that resume at the same time. */
class GapConsumersIT {

    private static final int STREAMS = 6;
    private static final int MISSED = 5;

    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);

    @Test
    void noMoreAreOpenThanRead() {
        try (ApiReplica replica = ApiReplica.ready(
                        "--plugstream.live.gap-readers=1",
                        "--plugstream.live.gap-chunk=1",
                        "--plugstream.live.catching-up=" + STREAMS);
                EventLog log = new EventLog(Platform.get().kafka())) {
            Tenant.setTier(replica, organisation, Tier.SCALE);
            replica.client().token(token).post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}");
            for (int i = 0; i < MISSED; i++) {
                log.append(new Story(organisation, "CP").connected());
            }
            List<StreamReader> streams =
                    Stream.generate(() -> resumed(replica)).limit(STREAMS).toList();

            AtomicInteger most = new AtomicInteger();
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        most.accumulateAndGet(consumers(), Math::max);
                        return streams.stream()
                                .allMatch(stream -> stream.events().size() >= MISSED);
                    });
            assertThat(most).hasValue(1);
            streams.forEach(StreamReader::close);
        }
    }

    private StreamReader resumed(ApiReplica replica) {
        return StreamReader.open(
                replica.port(),
                "/api/v1/events?since=2026-01-01T00:00:00Z",
                Map.of("Authorization", "Bearer " + token),
                Integer.MAX_VALUE);
    }

    private static int consumers() throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("kafka.consumer:type=app-info,id=live-gap-*"), null)
                .size();
    }
}
