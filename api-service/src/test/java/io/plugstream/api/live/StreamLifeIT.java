package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** How streams end and are limited. */
class StreamLifeIT {

    private static final String EVENTS = "/api/v1/events";
    private static final String KEYS = "/api/v1/auth/api-keys";

    private static ApiReplica replica;
    private static EventLog log;

    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);

    StreamLifeIT() {
        Tenant.setTier(replica, organisation, Tier.SCALE);
        replica.client().token(token).post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}");
    }

    @BeforeAll
    static void start() {
        replica = ready();
        log = new EventLog(Platform.get().kafka());
    }

    private static ApiReplica ready() {
        return ApiReplica.ready(
                "--plugstream.quota.silence=3s",
                "--plugstream.quota.patience=10s",
                "--plugstream.live.heartbeat=500ms",
                "--plugstream.live.gap-readers=1",
                "--plugstream.live.buffer=64");
    }

    @AfterAll
    static void stop() {
        log.close();
        replica.close();
    }

    @Test
    void aQuietStreamSendsHeartbeatsWithAdvancingIds() {
        try (StreamReader reader = open(replica, null)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> reader.blocks().size() >= 3);

            assertThat(reader.blocks().subList(1, 3)).allSatisfy(block -> {
                assertThat(block.comment()).isEqualTo("heartbeat");
                assertThat(block.event()).isNull();
                assertThat(block.id()).isNotNull();
            });
            log.append(new Story("org-else", "CP").connected());
            String before = reader.blocks().getLast().id();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !Objects.equals(reader.blocks().getLast().id(), before));
        }
    }

    @Test
    void aStreamSendsHeartbeatsWhileItWaitsToCatchUp() {
        String last = lastIdBeforeAnEvent();
        List<Disposable> others =
                IntStream.range(0, 8).mapToObj(_ -> endlessGap().subscribe()).toList();
        try (StreamReader reader = open(replica, last)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> reader.blocks().stream().anyMatch(block -> "heartbeat".equals(block.comment())));
            assertThat(reader.events()).isEmpty();
            assertThat(reader.lastId()).isEqualTo(last);

            others.forEach(Disposable::dispose);
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.events().isEmpty());
            assertThat(reader.events()).extracting(Block::event).containsExactly("charger.connected");
        } finally {
            others.forEach(Disposable::dispose);
        }
    }

    /** Limited because other streams need the same processors. */
    @Test
    void aLongGapIsSentAtALimitedRate() {
        String last = lastIdBeforeAnEvent();
        log.append(Stream.generate(() -> new Story(organisation, "CP").connected())
                .limit(4_000)
                .toArray(EventRecord[]::new));
        long began = System.nanoTime();
        try (StreamReader reader = open(replica, last)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> reader.events().size() == 4_001);
            // 2,000 a second, except for the first and the last chunk.
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1_700));
        }
    }

    /** A gap up to a record that never comes. It takes the only reader again and again until it is disposed. */
    private Flux<StreamMessage> endlessGap() {
        long[] farAhead = LongStream.generate(() -> Long.MAX_VALUE / 2)
                .limit(Position.PARTITIONS.size())
                .toArray();
        Position head = Objects.requireNonNull(replica.bean(Subscriptions.class).head());
        Audience own = new Audience(organisation, Mode.LIVE);
        EventFilter all = new EventFilter(Set.of(), Set.of(), Set.of());
        return replica.bean(GapReader.class).read(own, all, head, Position.of(farAhead));
    }

    private String lastIdBeforeAnEvent() {
        try (StreamReader reader = open(replica, null)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.blocks().isEmpty());
            String last = Objects.requireNonNull(reader.lastId());
            log.append(new Story(organisation, "CP").connected());
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.events().isEmpty());
            return last;
        }
    }

    @Test
    void theTwentyFirstStreamOfAnOrganisationIsRefusedUntilOneEnds() {
        List<StreamReader> readers =
                IntStream.range(0, 20).mapToObj(_ -> open(replica, null)).toList();
        try {
            readers.forEach(reader -> await().atMost(Duration.ofSeconds(60))
                    .until(() -> !reader.blocks().isEmpty()));

            try (StreamReader surplus = open(replica, null)) {
                assertThat(surplus.answer().statusCode()).isEqualTo(429);
            }
            ApiClient.Answer refused = replica.client()
                    .token(token)
                    .header("Accept", "text/event-stream, application/problem+json")
                    .get(EVENTS);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-streams");
            assertThat(refused.header("Retry-After")).isPresent();
            try (StreamReader other = StreamReader.open(
                    replica.port(),
                    EVENTS,
                    Map.of("Authorization", "Bearer " + Platform.get().tokens().token("org-" + UUID.randomUUID())),
                    99)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !other.blocks().isEmpty());
            }
            readers.getFirst().close();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                try (StreamReader next = open(replica, null)) {
                    return next.answer().statusCode() == 200;
                }
            });
        } finally {
            readers.forEach(StreamReader::close);
        }
    }

    @Test
    void theThirdCatchingUpStreamIsRefusedUntilAnotherHasCaughtUp() {
        String last = lastIdBeforeAnEvent();
        List<Disposable> others =
                IntStream.range(0, 8).mapToObj(_ -> endlessGap().subscribe()).toList();
        try (StreamReader first = open(replica, last);
                StreamReader second = open(replica, last)) {
            assertThat(first.answer().statusCode()).isEqualTo(200);
            assertThat(second.answer().statusCode()).isEqualTo(200);
            try (StreamReader third = open(replica, last)) {
                assertThat(third.answer().statusCode()).isEqualTo(429);
            }
            try (StreamReader live = open(replica, null)) {
                assertThat(live.answer().statusCode()).isEqualTo(200);
            }

            others.forEach(Disposable::dispose);
            for (StreamReader reader : List.of(first, second)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> reader.events().size() == 1);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                try (StreamReader third = open(replica, last)) {
                    return third.answer().statusCode() == 200;
                }
            });
        } finally {
            others.forEach(Disposable::dispose);
        }
    }

    @Test
    void aRevokedKeysStreamEnds() {
        ApiClient user = replica.client().token(token);
        ApiClient.Answer key = user.post(KEYS, "{\"name\":\"k\"}");
        try (StreamReader reader = StreamReader.open(
                replica.port(),
                EVENTS,
                Map.of("X-API-Key", key.json().path("key").stringValue()),
                99)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> reader.blocks().size() >= 2);
            user.delete(KEYS + '/' + key.json().path("id").stringValue());

            reader.awaitEnd();
            assertThat(reader.blocks().getLast().event()).isEqualTo("unauthorized");
        }
    }

    @Test
    void aSlowReaderIsDisconnectedAndResumesWithoutLoss() throws Exception {
        int total = 40_000;
        List<Integer> seen = new ArrayList<>();
        String last;
        try (SlowReader slow = SlowReader.open(replica.port(), EVENTS, token)) {
            for (int i = 0; i < total; i += 1_000) {
                int from = i;
                log.append(IntStream.range(from, from + 1_000)
                        .mapToObj(n -> new Story(organisation, "CP").started(n, n))
                        .toArray(EventRecord[]::new));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> replica.metric("plugstream_api_live_cut_total") >= 1);
            last = slow.readToTheEnd(data -> seen.add(transaction(data)));
        }
        assertThat(seen).doesNotHaveDuplicates().hasSizeLessThan(total);

        try (StreamReader rest = open(replica, last)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> rest.isEnded()
                            || seen.size() + transactions(rest.events()).size() >= total);
            seen.addAll(transactions(rest.events()));
        }
        assertThat(seen).isEqualTo(IntStream.range(0, total).boxed().toList());
    }

    @Test
    void aStoppingReplicaEndsItsStreamsCleanly() {
        try (ApiReplica leaving = ready()) {
            List<StreamReader> readers =
                    IntStream.range(0, 20).mapToObj(_ -> open(leaving, null)).toList();
            readers.forEach(reader -> await().atMost(Duration.ofSeconds(60))
                    .until(() -> !reader.blocks().isEmpty()));
            CompletableFuture<Void> closing = CompletableFuture.runAsync(leaving::close);

            readers.forEach(StreamReader::awaitEnd);
            log.append(new Story(organisation, "CP").connected());
            try (StreamReader next = open(replica, readers.getFirst().lastId())) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !next.events().isEmpty());
                assertThat(next.events()).extracting(Block::event).containsExactly("charger.connected");
            }
            closing.join();
        }
    }

    private StreamReader open(ApiReplica at, @Nullable String after) {
        Map<String, String> headers = new HashMap<>(Map.of("Authorization", "Bearer " + token));
        if (after != null) {
            headers.put("Last-Event-ID", after);
        }
        return StreamReader.open(at.port(), EVENTS, headers, Integer.MAX_VALUE);
    }

    private static List<Integer> transactions(List<Block> events) {
        return events.stream()
                .filter(block -> "transaction.started".equals(block.event()))
                .map(block -> transaction(Objects.requireNonNull(block.data())))
                .toList();
    }

    private static int transaction(String data) {
        return Json.mapper().readTree(data).path("data").path("transactionId").intValue(-1);
    }
}
