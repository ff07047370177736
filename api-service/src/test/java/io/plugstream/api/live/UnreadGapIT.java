package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A client that does not read the events it missed. */
class UnreadGapIT {

    private static final String EVENTS = "/api/v1/events";
    private static final String PAST = EVENTS + "?since=2026-01-01T00:00:00Z";

    /** More than the buffers of the two sockets hold. */
    private static final int MISSED = 30_000;

    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);

    /** Otherwise two such clients would keep all others of the organisation from resuming, for ever. */
    @Test
    void aClientThatDoesNotCatchUpLosesItsPlace() throws Exception {
        try (ApiReplica replica = ApiReplica.ready(
                "--plugstream.http.idle-timeout=3s",
                "--plugstream.live.catching-up=1",
                "--plugstream.live.gap-chunk=2000",
                "--plugstream.live.gap-rate=100000")) {
            Tenant.setTier(replica, organisation, Tier.SCALE);
            replica.client().token(token).post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}");
            miss(replica);
            try (SlowReader _ = SlowReader.open(replica.port(), PAST, token)) {
                assertThat(status(replica)).isEqualTo(429);

                await().atMost(Duration.ofSeconds(30)).until(() -> status(replica) == 200);
            }
        }
    }

    /** Appends the events; returns when the replica has read the last one. */
    private void miss(ApiReplica replica) {
        Story story = new Story(organisation, "CP");
        try (EventLog log = new EventLog(Platform.get().kafka());
                StreamReader last = open(replica, EVENTS + "?events=transaction.stopped")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !last.blocks().isEmpty());
            for (int i = 0; i < MISSED; i += 1_000) {
                log.append(IntStream.range(i, i + 1_000)
                        .mapToObj(number -> story.started(number, number))
                        .toArray(EventRecord[]::new));
            }
            log.append(story.stopped(0, 0, 1));
            await().atMost(Duration.ofSeconds(60)).until(() -> !last.events().isEmpty());
        }
    }

    private int status(ApiReplica replica) {
        try (StreamReader next = open(replica, PAST)) {
            return next.answer().statusCode();
        }
    }

    private StreamReader open(ApiReplica replica, String path) {
        return StreamReader.open(replica.port(), path, Map.of("Authorization", "Bearer " + token), Integer.MAX_VALUE);
    }
}
