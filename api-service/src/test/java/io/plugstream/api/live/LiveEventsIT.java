package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveEventsIT {

    private static final String EVENTS = "/api/v1/events";

    private final ApiReplica one = Replicas.first();
    private final ApiReplica two = Replicas.second();
    private final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);
    private final EventLog log = new EventLog(Platform.get().kafka());
    private final List<StreamReader> readers = new ArrayList<>();

    LiveEventsIT() {
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

    @Test
    void anEventArrivesAsItsEnvelopeAndOnlyWithItsOwnOrganisationAndMode() {
        StreamReader mine = open(one, EVENTS, null, Map.of());
        StreamReader sandbox = open(one, EVENTS, null, Map.of("Plugstream-Mode", "test"));
        StreamReader other = keep(StreamReader.open(
                one.port(),
                EVENTS,
                Map.of("Authorization", "Bearer " + Platform.get().tokens().token("org-other")),
                99));
        awaitOpen(mine, sandbox, other);
        Story story = new Story(organisation, "CP-1");
        EventRecord connected = story.connected();
        EventRecord started = story.started(7, 100);
        log.append(connected, started, story.metered(null, "5"), story.metered(7, "150.5"));
        awaitEvents(mine, 3);
        log.append(new Story(organisation, "CP-1").connected());
        awaitEvents(mine, 4);

        assertThat(mine.answer().statusCode()).isEqualTo(200);
        assertThat(header(mine, "Content-Type")).startsWith("text/event-stream");
        assertThat(header(mine, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(mine, "RateLimit-Remaining")).isEqualTo("999999999999999");
        assertThat(mine.blocks().getFirst().comment()).isEqualTo("open");
        Map<String, String> data = new HashMap<>();
        mine.events().subList(0, 3).forEach(block -> data.put(block.event(), block.data()));
        assertThat(data)
                .containsEntry(
                        "charger.connected",
                        "{\"eventId\":\"" + connected.eventId()
                                + "\",\"event\":\"charger.connected\",\"timestamp\":\"2026-01-31T09:00:01.000Z\","
                                + "\"data\":{\"chargeBoxId\":\"CP-1\"}}")
                .containsEntry(
                        "transaction.started",
                        "{\"eventId\":\"" + started.eventId()
                                + "\",\"event\":\"transaction.started\",\"timestamp\":\"2026-01-31T09:00:02.000Z\",\"data\":"
                                + "{\"transactionId\":7,\"chargeBoxId\":\"CP-1\",\"connectorId\":1,\"idTag\":\"TAG\","
                                + "\"meterStart\":100}}");
        assertThat(data.get("transaction.updated")).contains("\"value\":150.5");
        assertThat(mine.events()).allSatisfy(block -> assertThat(block.id()).isNotNull());
        assertThat(sandbox.events()).isEmpty();
        assertThat(other.events()).isEmpty();
    }

    @Test
    void streamsOfAnOrganisationCountTogetherAtAllReplicas() {
        StreamReader[] many = IntStream.range(0, 20)
                .mapToObj(number -> open(number % 2 == 0 ? one : two, EVENTS, null, Map.of()))
                .toArray(StreamReader[]::new);
        awaitOpen(many);

        assertThat(open(one, EVENTS, null, Map.of()).answer().statusCode()).isEqualTo(429);
        assertThat(open(two, EVENTS, null, Map.of()).answer().statusCode()).isEqualTo(429);
        many[0].close();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> open(two, EVENTS, null, Map.of()).answer().statusCode() == 200);
    }

    @Test
    void aClientThatComesBackToAnyReplicaMissesNothingAndGetsNothingTwice() {
        int total = 600;
        StreamReader first = open(one, EVENTS, null, Map.of(), 40);
        awaitOpen(first);
        CompletableFuture<Void> happening = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < total; i++) {
                log.append(numbered(i));
            }
        });
        List<Block> seen = new ArrayList<>();
        StreamReader reader = first;
        for (int turn = 1; seen.size() < total; turn++) {
            StreamReader current = reader;
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            current.isEnded() || seen.size() + current.events().size() >= total);
            current.close();
            seen.addAll(current.events());
            reader = open(turn % 2 == 0 ? one : two, EVENTS, current.lastId(), Map.of(), 20 + turn * 13);
        }
        happening.join();

        assertThat(seen.stream().map(LiveEventsIT::number)).hasSize(total);
        assertThat(new HashSet<>(seen.stream().map(LiveEventsIT::number).toList()))
                .hasSize(total);
        for (int charger = 0; charger < 5; charger++) {
            String id = "\"CP-" + charger + "\"";
            assertThat(seen.stream()
                            .filter(block ->
                                    Objects.requireNonNull(block.data()).contains(id))
                            .map(LiveEventsIT::number))
                    .isSorted();
        }
    }

    @Test
    void whatHappenedWhileAClientWasAwayIsReadInPieces() {
        StreamReader before = open(one, EVENTS, null, Map.of());
        awaitOpen(before);
        before.close();
        log.append(IntStream.range(0, 1_000).mapToObj(this::numbered).toArray(EventRecord[]::new));

        StreamReader after = open(two, EVENTS + "?chargeBoxId=CP-1,CP-3", before.lastId(), Map.of());
        awaitEvents(after, 400);
        log.append(numbered(1_001), numbered(1_002), numbered(1_003));
        awaitEvents(after, 402);

        assertThat(after.events().stream().map(LiveEventsIT::number))
                .doesNotHaveDuplicates()
                .hasSize(402);
    }

    @Test
    void aStreamMayBeginInThePast() {
        Story story = new Story(organisation, "CP-4");
        log.append(story.connected());
        StreamReader all = open(one, EVENTS + "?since=2026-01-01T00:00:00Z&chargeBoxId=CP-4", null, Map.of());
        awaitEvents(all, 1);
        log.append(story.booted("1"));
        awaitEvents(all, 2);
        StreamReader later = open(two, EVENTS + "?since=9999-01-01T00:00:00Z&chargeBoxId=CP-4", null, Map.of());
        StreamReader resumed = open(
                two,
                EVENTS + "?since=1969-01-01T00:00:00Z&chargeBoxId=CP-4",
                all.events().getFirst().id(),
                Map.of());
        awaitEvents(resumed, 1);
        awaitOpen(later);
        log.append(story.disconnected());
        awaitEvents(later, 1);

        assertThat(all.events().subList(0, 2))
                .extracting(Block::event)
                .containsExactly("charger.connected", "charger.boot");
        assertThat(resumed.events().getFirst().event())
                .as("an id goes before a time")
                .isEqualTo("charger.boot");
        assertThat(later.events()).extracting(Block::event).containsExactly("charger.disconnected");
    }

    @Test
    void onlyWhatIsAskedForIsSent() {
        StreamReader filtered =
                open(one, EVENTS + "?events=charger.boot,charger.connected&chargeBoxId=CP-2", null, Map.of());
        awaitOpen(filtered);
        Story mine = new Story(organisation, "CP-2");
        Story other = new Story(organisation, "CP-1");
        log.append(
                other.connected(),
                mine.connected(),
                mine.status(1, "Available"),
                mine.disconnected(),
                mine.booted("1"));
        awaitEvents(filtered, 2);

        assertThat(filtered.events()).extracting(Block::event).containsExactly("charger.connected", "charger.boot");
    }

    @ParameterizedTest
    @CsvSource({"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAA, 400", "42, 400"})
    void anIdThatIsNoneIsRefused(String id, int status) {
        ApiClient.Answer answer =
                one.client().token(token).header("Last-Event-ID", id).get(EVENTS);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("Last-Event-ID");
    }

    @Test
    void anIdBeyondTheEndIsRefused() {
        long[] far = Position.START.toArray();
        far[3] = 1L << 40;
        ApiClient.Answer answer = one.client()
                .token(token)
                .header("Last-Event-ID", EventIds.write(Position.of(far), audience()))
                .get(EVENTS);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    }

    @Test
    void faultsAreProblemsAndAcceptIsRespected() {
        ApiClient client = one.client().token(token);

        assertThat(client.get(EVENTS + "?events=none&chargeBoxId=a/b")
                        .json()
                        .path("errors")
                        .size())
                .isEqualTo(2);
        assertThat(client.header("Accept", "application/json").get(EVENTS).problem())
                .isEqualTo("not-acceptable");
        assertThat(one.client().get(EVENTS).status()).isEqualTo(401);
        assertThat(client.post(EVENTS, "{}").status()).isEqualTo(405);
    }

    @Test
    void aClientIsToldThatSomeEventsAreGone() throws Exception {
        StreamReader before = open(one, EVENTS, null, Map.of(), 1);
        StreamReader other = open(two, EVENTS, null, Map.of());
        awaitOpen(before);
        awaitOpen(other);
        Story story = new Story(organisation, "CP-1");
        log.append(story.connected());
        before.awaitEnd();
        log.append(story.disconnected(), story.booted("1"));
        // Or that replica would have them yet to come, and tell of them in spite of all.
        awaitEvents(other, 3);
        Position position = position(before.lastId());
        Position opened = position(before.blocks().getFirst().id());
        TopicPartition chargers = Position.PARTITIONS.stream()
                .filter(partition -> partition.topic().equals("charger-events"))
                .filter(partition -> position.next(Position.slot(partition)) > opened.next(Position.slot(partition)))
                .findFirst()
                .orElseThrow();
        try (Admin admin = Admin.create(Map.<String, Object>of(
                "bootstrap.servers", Platform.get().kafka().bootstrapServers()))) {
            admin.deleteRecords(
                            Map.of(chargers, RecordsToDelete.beforeOffset(position.next(Position.slot(chargers)) + 1)))
                    .all()
                    .get();
        }

        StreamReader after = open(two, EVENTS, before.lastId(), Map.of());
        awaitEvents(after, 2);
        assertThat(after.events()).extracting(Block::event).containsExactly("gap", "charger.boot");
        assertThat(after.events().getFirst().data()).contains("no longer kept");
    }

    private Position position(@Nullable String id) {
        return EventIds.read(Objects.requireNonNull(id), audience()).orElseThrow();
    }

    private Audience audience() {
        return new Audience(organisation, Mode.LIVE);
    }

    @Test
    void aThousandStreamsAreOpenAtOnce() {
        List<String> organisations =
                IntStream.range(0, 50).mapToObj(i -> organisation + '-' + i).toList();
        List<StreamReader> many = organisations.stream()
                .map(id -> Platform.get().tokens().token(id))
                .flatMap(user -> IntStream.range(0, 20)
                        .mapToObj(_ -> keep(StreamReader.open(
                                one.port(), EVENTS, Map.of("Authorization", "Bearer " + user), Integer.MAX_VALUE))))
                .toList();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> many.stream().noneMatch(reader -> reader.blocks().isEmpty()));
        organisations.forEach(id -> log.append(IntStream.range(0, 20)
                .mapToObj(i -> new Story(id, "CP").started(i, i))
                .toArray(EventRecord[]::new)));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> many.stream().allMatch(reader -> reader.events().size() >= 20));

        assertThat(many).allSatisfy(reader -> assertThat(reader.events()).hasSize(20));
        assertThat(one.client().token(token).get("/api/v1/organisation").status())
                .isEqualTo(200);
        many.forEach(StreamReader::close);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(one.management()
                                .get("/actuator/prometheus")
                                .body()
                                .lines()
                                .filter(line -> line.startsWith("plugstream_api_live_streams")))
                        .allSatisfy(line -> assertThat(Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                                .isLessThan(10)));
    }

    private EventRecord numbered(int i) {
        return new Story(organisation, "CP-" + i % 5).started(i, i);
    }

    private static int number(Block block) {
        return Json.mapper()
                .readTree(Objects.requireNonNull(block.data()))
                .path("data")
                .path("transactionId")
                .intValue(-1);
    }

    private StreamReader open(ApiReplica replica, String path, @Nullable String after, Map<String, String> headers) {
        return open(replica, path, after, headers, Integer.MAX_VALUE);
    }

    private StreamReader open(
            ApiReplica replica, String path, @Nullable String after, Map<String, String> headers, int most) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Authorization", "Bearer " + token);
        if (after != null) {
            all.put("Last-Event-ID", after);
        }
        return keep(StreamReader.open(replica.port(), path, all, most));
    }

    private StreamReader keep(StreamReader reader) {
        readers.add(reader);
        return reader;
    }

    private static void awaitOpen(StreamReader... opened) {
        for (StreamReader reader : opened) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.blocks().isEmpty());
        }
    }

    private static void awaitEvents(StreamReader reader, int number) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(reader.events()).hasSizeGreaterThanOrEqualTo(number));
    }

    private static String header(StreamReader reader, String name) {
        return reader.answer().headers().firstValue(name).orElse("");
    }
}
