package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Streams of frames, with a gateway that the test plays. */
class FrameStreamIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String KEYS = "/api/v1/auth/api-keys";

    private static ApiReplica replica;
    private static FrameLog log;

    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);
    private final ApiClient user;
    private final String liveKey;
    private final String testKey;

    FrameStreamIT() {
        Tenant.setTier(replica, organisation, Tier.SCALE);
        user = replica.client().token(token);
        liveKey = key("live");
        testKey = key("test");
        register(liveKey, "CP-1");
    }

    @BeforeAll
    static void start() {
        replica = ready("15m");
        log = new FrameLog(Platform.get().kafka());
    }

    @AfterAll
    static void stop() {
        log.close();
        replica.close();
    }

    @Test
    void openingAStreamTellsGatewaysAndShowsWhatTheyTell() {
        Instant before = Instant.now();
        try (StreamReader reader = opened(liveKey, "CP-1")) {
            Instant until =
                    Instant.parse(data(reader.events().getFirst()).path("until").stringValue());
            assertThat(until).isBetween(before.plusSeconds(890), Instant.now().plusSeconds(900));
            FrameWatch watch = watch("CP-1");
            assertThat(watch.mode()).isEqualTo(Mode.LIVE);
            assertThat(watch.until())
                    .isBetween(before.plusSeconds(50), Instant.now().plus(FrameStreams.LEASE));

            log.append(frame("CP-1", Mode.LIVE, "a"));
            await().atMost(PATIENCE).until(() -> frames(reader).size() == 1);
            Block shown = reader.events().getLast();
            assertThat(shown.id()).isNull();
            assertThat(shown.event()).isEqualTo("frame");
            assertThat(shown.data())
                    .isEqualTo("{\"at\":\"2026-01-31T09:00:00.000Z\",\"direction\":\"from_charger\",\"kind\":\"call\","
                            + "\"messageId\":\"a\",\"action\":\"Heartbeat\",\"text\":\"[2,\\\"a\\\"\",\"cut\":true,"
                            + "\"length\":99,\"withheld\":2}");
        }
    }

    @Test
    void aTestChargersFramesFlowForAsLongAsTheStreamIsOpen() {
        register(testKey, "T-1");
        try (StreamReader reader = opened(testKey, "T-1")) {
            assertThat(reader.events().getFirst().data()).isEqualTo("{\"until\":null}");
            assertThat(watch("T-1").mode()).isEqualTo(Mode.TEST);
        }
    }

    @Test
    void whoSwitchedThemOnIsInTheLog() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(FrameStreams.class);
        lines.start();
        logger.addAppender(lines);
        try (StreamReader reader = opened(liveKey, "CP-1")) {
            assertThat(reader.answer().statusCode()).isEqualTo(200);
            assertThat(lines.list)
                    .filteredOn(line -> line.getMessage().equals("Frames switched on"))
                    .extracting(line -> line.getKeyValuePairs().toString())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains("charger=\"" + organisation + "/CP-1\"", "credential=\"API_KEY\"", "by=\"")
                            .doesNotContain(liveKey));
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void neitherTheOtherModeNorAnotherOrganisationNorAnotherChargerSeesThem() {
        register(testKey, "T-1");
        register(liveKey, "CP-2");
        String others = Platform.get().tokens().token("org-" + UUID.randomUUID());
        assertThat(status(liveKey, "T-1")).isEqualTo(404);
        assertThat(status(testKey, "CP-1")).isEqualTo(404);
        assertThat(status(liveKey, "nobody")).isEqualTo(404);
        assertThat(replica.client()
                        .token(others)
                        .header("Accept", "text/event-stream, application/problem+json")
                        .get(path("CP-1"))
                        .status())
                .isEqualTo(404);

        try (StreamReader reader = opened(liveKey, "CP-1")) {
            log.append(
                    frame("CP-1", Mode.TEST, "mode"),
                    frame("CP-2", Mode.LIVE, "charger"),
                    new ChargerFrame(
                            "org-else",
                            "CP-1",
                            Mode.LIVE,
                            Instant.EPOCH,
                            Direction.TO_CHARGER,
                            Kind.CALL_RESULT,
                            "organisation",
                            null,
                            "",
                            0,
                            0));
            log.append(frame("CP-1", Mode.LIVE, "own"));
            await().atMost(PATIENCE).until(() -> !frames(reader).isEmpty());
            assertThat(frames(reader))
                    .extracting(frame -> frame.path("messageId").stringValue())
                    .containsExactly("own");
        }
    }

    @Test
    void theSixthStreamOfAnOrganisationIsRefusedUntilOneEnds() {
        List<StreamReader> readers = new ArrayList<>(
                IntStream.range(0, 5).mapToObj(_ -> opened(liveKey, "CP-1")).toList());
        try {
            ApiClient.Answer refused = replica.client()
                    .key(liveKey)
                    .header("Accept", "text/event-stream, application/problem+json")
                    .get(path("CP-1"));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-streams");
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(refused.json().path("detail").stringValue()).contains("at most 5 streams of frames open");
            // Streams of events have places of their own.
            try (StreamReader events =
                    StreamReader.open(replica.port(), "/api/v1/events", Map.of("X-API-Key", liveKey), 99)) {
                assertThat(events.answer().statusCode()).isEqualTo(200);
            }
            readers.getFirst().close();
            await().atMost(PATIENCE).until(() -> {
                try (StreamReader next = open(replica, liveKey, "CP-1")) {
                    return next.answer().statusCode() == 200;
                }
            });
        } finally {
            readers.forEach(StreamReader::close);
        }
    }

    @Test
    void aRevokedKeysStreamEnds() {
        ApiClient.Answer key = user.post(KEYS, "{\"name\":\"k\"}");
        try (StreamReader reader = opened(key.json().path("key").stringValue(), "CP-1")) {
            user.delete(KEYS + '/' + key.json().path("id").stringValue());
            reader.awaitEnd();
            assertThat(reader.blocks().getLast().event()).isEqualTo("unauthorized");
        }
    }

    @Test
    void theTimeOfALiveChargerEndsAndThatOfATestChargerDoesNot() {
        register(testKey, "T-1");
        try (ApiReplica brief = ready("2s");
                StreamReader test = open(brief, testKey, "T-1");
                StreamReader live = open(brief, liveKey, "CP-1")) {
            live.awaitEnd();
            assertThat(live.blocks().getLast().event()).isEqualTo("end");
            assertThat(watch("CP-1").until()).isBefore(Instant.now().plusSeconds(1));
            assertThat(test.isEnded()).isFalse();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(brief::close);
            test.awaitEnd();
            closing.join();
        }
    }

    @Test
    void whatTheQuerySaysInVainIsNamed() {
        ApiClient.Answer answer = replica.client()
                .key(liveKey)
                .header("Accept", "text/event-stream, application/problem+json")
                .get(path("CP-1") + "?since=now");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/errors/0/field").stringValue()).isEqualTo("since");
    }

    private static ApiReplica ready(String time) {
        return ApiReplica.ready(
                "--plugstream.quota.silence=3s",
                "--plugstream.quota.patience=10s",
                "--plugstream.live.heartbeat=500ms",
                "--plugstream.frames.time=" + time);
    }

    private StreamReader opened(String key, String chargeBoxId) {
        StreamReader reader = open(replica, key, chargeBoxId);
        await().atMost(PATIENCE).until(() -> !reader.events().isEmpty());
        assertThat(reader.events().getFirst().event()).isEqualTo("on");
        return reader;
    }

    private static StreamReader open(ApiReplica at, String key, String chargeBoxId) {
        return StreamReader.open(at.port(), path(chargeBoxId), Map.of("X-API-Key", key), Integer.MAX_VALUE);
    }

    private static int status(String key, String chargeBoxId) {
        return replica.client()
                .key(key)
                .header("Accept", "text/event-stream, application/problem+json")
                .get(path(chargeBoxId))
                .status();
    }

    private static String path(String chargeBoxId) {
        return "/api/v1/chargers/" + chargeBoxId + "/frames";
    }

    private String key(String mode) {
        return user.post(KEYS, "{\"name\":\"k\",\"mode\":\"" + mode + "\"}")
                .json()
                .path("key")
                .stringValue();
    }

    private static void register(String key, String chargeBoxId) {
        assertThat(replica.client()
                        .key(key)
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"" + chargeBoxId + "\"}")
                        .status())
                .isEqualTo(201);
    }

    private static List<JsonNode> frames(StreamReader reader) {
        return reader.events().stream()
                .filter(block -> "frame".equals(block.event()))
                .map(FrameStreamIT::data)
                .toList();
    }

    private static JsonNode data(Block block) {
        return Json.mapper().readTree(Objects.requireNonNull(block.data()));
    }

    private ChargerFrame frame(String chargeBoxId, Mode mode, String messageId) {
        return new ChargerFrame(
                organisation,
                chargeBoxId,
                mode,
                Instant.parse("2026-01-31T09:00:00Z"),
                Direction.FROM_CHARGER,
                Kind.CALL,
                messageId,
                "Heartbeat",
                "[2,\"" + messageId + '"',
                99,
                2);
    }

    /** The last that gateways were told of the charger. */
    private FrameWatch watch(String chargeBoxId) {
        ChargerId charger = new ChargerId(organisation, chargeBoxId);
        List<FrameWatch> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", Platform.get().kafka().bootstrapServers()),
                Topics.FRAME_WATCHES.keys().deserializer(),
                Topics.FRAME_WATCHES.values().deserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.FRAME_WATCHES.name()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (record.key().equals(charger)) {
                        found.add(record.value());
                    }
                });
            }
        }
        return found.getLast();
    }
}
