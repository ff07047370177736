package io.plugstream.api.live;

import static io.plugstream.api.live.FrameWatcher.KEYS;
import static io.plugstream.api.live.FrameWatcher.TIMEOUT;
import static io.plugstream.api.live.FrameWatcher.data;
import static io.plugstream.api.live.FrameWatcher.frames;
import static io.plugstream.api.live.FrameWatcher.open;
import static io.plugstream.api.live.FrameWatcher.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Streams of frames. The test plays the gateway. */
class FrameStreamIT {

    private static ApiReplica replica;
    private static FrameLog log;

    private final FrameWatcher watcher;

    FrameStreamIT() {
        watcher = new FrameWatcher(replica);
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
    void openingAStreamTellsGatewaysToPublishFramesAndShowsThem() {
        Instant before = Instant.now();
        try (StreamReader reader = watcher.opened(watcher.liveKey, "CP-1")) {
            Instant until =
                    Instant.parse(data(reader.events().getFirst()).path("until").stringValue());
            assertThat(until).isBetween(before.plusSeconds(890), Instant.now().plusSeconds(900));
            FrameWatch watch = watcher.newestWatch("CP-1");
            assertThat(watch.mode()).isEqualTo(Mode.LIVE);
            assertThat(watch.until())
                    .isBetween(before.plusSeconds(50), Instant.now().plus(FrameStreams.LEASE));

            log.append(watcher.frame("CP-1", Mode.LIVE, "a"));
            await().atMost(TIMEOUT).until(() -> frames(reader).size() == 1);
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
    void aTestChargersFramesAreShownAsLongAsTheStreamIsOpen() {
        watcher.register(watcher.testKey, "T-1");
        try (StreamReader reader = watcher.opened(watcher.testKey, "T-1")) {
            assertThat(reader.events().getFirst().data()).isEqualTo("{\"until\":null}");
            assertThat(watcher.newestWatch("T-1").mode()).isEqualTo(Mode.TEST);
        }
    }

    @Test
    void theLogNamesWhoSwitchedFramesOn() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(FrameStreams.class);
        lines.start();
        logger.addAppender(lines);
        try (StreamReader reader = watcher.opened(watcher.liveKey, "CP-1")) {
            assertThat(reader.answer().statusCode()).isEqualTo(200);
            assertThat(lines.list)
                    .filteredOn(line -> line.getMessage().equals("Frames switched on"))
                    .extracting(line -> line.getKeyValuePairs().toString())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains(
                                    "charger=\"" + watcher.organisation + "/CP-1\"", "credential=\"API_KEY\"", "by=\"")
                            .doesNotContain(watcher.liveKey));
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void framesAreHiddenFromOtherModesOrganisationsAndChargers() {
        watcher.register(watcher.testKey, "T-1");
        watcher.register(watcher.liveKey, "CP-2");
        String others = Platform.get().tokens().token("org-" + UUID.randomUUID());
        assertThat(watcher.status(watcher.liveKey, "T-1")).isEqualTo(404);
        assertThat(watcher.status(watcher.testKey, "CP-1")).isEqualTo(404);
        assertThat(watcher.status(watcher.liveKey, "nobody")).isEqualTo(404);
        assertThat(replica.client()
                        .token(others)
                        .header("Accept", "text/event-stream, application/problem+json")
                        .get(path("CP-1"))
                        .status())
                .isEqualTo(404);

        try (StreamReader reader = watcher.opened(watcher.liveKey, "CP-1")) {
            log.append(
                    watcher.frame("CP-1", Mode.TEST, "mode"),
                    watcher.frame("CP-2", Mode.LIVE, "charger"),
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
            log.append(watcher.frame("CP-1", Mode.LIVE, "own"));
            await().atMost(TIMEOUT).until(() -> !frames(reader).isEmpty());
            assertThat(frames(reader))
                    .extracting(frame -> frame.path("messageId").stringValue())
                    .containsExactly("own");
        }
    }

    @Test
    void theSixthStreamOfAnOrganisationIsRefusedUntilOneEnds() {
        List<StreamReader> readers = new ArrayList<>(IntStream.range(0, 5)
                .mapToObj(_ -> watcher.opened(watcher.liveKey, "CP-1"))
                .toList());
        try {
            ApiClient.Answer refused = replica.client()
                    .key(watcher.liveKey)
                    .header("Accept", "text/event-stream, application/problem+json")
                    .get(path("CP-1"));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-streams");
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(refused.json().path("detail").stringValue()).contains("at most 5 streams of frames open");
            // Event streams have places of their own.
            try (StreamReader events =
                    StreamReader.open(replica.port(), "/api/v1/events", Map.of("X-API-Key", watcher.liveKey), 99)) {
                assertThat(events.answer().statusCode()).isEqualTo(200);
            }
            readers.getFirst().close();
            await().atMost(TIMEOUT).until(() -> {
                try (StreamReader next = open(replica, watcher.liveKey, "CP-1")) {
                    return next.answer().statusCode() == 200;
                }
            });
        } finally {
            readers.forEach(StreamReader::close);
        }
    }

    @Test
    void aRevokedKeysStreamEnds() {
        ApiClient.Answer key = watcher.user.post(KEYS, "{\"name\":\"k\"}");
        try (StreamReader reader = watcher.opened(key.json().path("key").stringValue(), "CP-1")) {
            watcher.user.delete(KEYS + '/' + key.json().path("id").stringValue());
            reader.awaitEnd();
            assertThat(reader.blocks().getLast().event()).isEqualTo("unauthorized");
        }
    }

    @Test
    void onlyFrameStreamsOfLiveChargersEndAfterTheirTime() {
        watcher.register(watcher.testKey, "T-1");
        try (ApiReplica brief = ready("2s");
                StreamReader test = open(brief, watcher.testKey, "T-1");
                StreamReader live = open(brief, watcher.liveKey, "CP-1")) {
            live.awaitEnd();
            assertThat(live.blocks().getLast().event()).isEqualTo("end");
            assertThat(watcher.newestWatch("CP-1").until())
                    .isBefore(Instant.now().plusSeconds(1));
            assertThat(test.isEnded()).isFalse();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(brief::close);
            test.awaitEnd();
            closing.join();
        }
    }

    @Test
    void theStreamOfADeletedChargerEnds() {
        try (StreamReader reader = watcher.opened(watcher.liveKey, "CP-1")) {
            assertThat(replica.client()
                            .key(watcher.liveKey)
                            .delete("/api/v1/chargers/CP-1")
                            .status())
                    .isEqualTo(200);

            reader.awaitEnd();

            Block last = reader.blocks().getLast();
            assertThat(last.event()).isEqualTo("end");
            assertThat(data(last).path("detail").stringValue()).isEqualTo("The charger was deleted.");
        }
    }

    @Test
    void unknownParametersAreRefused() {
        ApiClient.Answer answer = replica.client()
                .key(watcher.liveKey)
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
}
