package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Streams at two replicas for an organisation with five chargers. Closes all streams after each test. */
abstract class StreamingCase {

    static final String EVENTS = "/api/v1/events";

    final ApiReplica one = Replicas.first();
    final ApiReplica two = Replicas.second();
    final String organisation = "org-" + UUID.randomUUID();
    final String token = Platform.get().tokens().token(organisation);
    final EventLog log = new EventLog(Platform.get().kafka());
    final List<StreamReader> readers = new ArrayList<>();

    StreamingCase() {
        Tenant.setTier(one, organisation, Tier.SCALE);
        one.client().token(token).post("/api/v1/chargers/batch", """
                {"chargers": [{"chargeBoxId": "CP-0"}, {"chargeBoxId": "CP-1"}, {"chargeBoxId": "CP-2"},
                    {"chargeBoxId": "CP-3"}, {"chargeBoxId": "CP-4"}]}""");
    }

    @AfterEach
    void close() {
        readers.forEach(StreamReader::close);
        log.close();
    }

    StreamReader open(ApiReplica replica, String path, @Nullable String after, Map<String, String> headers) {
        return open(replica, path, after, headers, Integer.MAX_VALUE);
    }

    StreamReader open(ApiReplica replica, String path, @Nullable String after, Map<String, String> headers, int most) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Authorization", "Bearer " + token);
        if (after != null) {
            all.put("Last-Event-ID", after);
        }
        return keep(StreamReader.open(replica.port(), path, all, most));
    }

    StreamReader keep(StreamReader reader) {
        readers.add(reader);
        return reader;
    }

    static void awaitOpen(StreamReader... opened) {
        for (StreamReader reader : opened) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.blocks().isEmpty());
        }
    }

    static void awaitEvents(StreamReader reader, int number) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(reader.events()).hasSizeGreaterThanOrEqualTo(number));
    }
}
