package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Streams that resume where another ended, or begin in the past. */
@ExtendWith(OutputCaptureExtension.class)
class ResumedStreamIT extends StreamingCase {

    @Test
    void aClientThatResumesAtAnyReplicaGetsEachEventOnce(CapturedOutput output) {
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

        assertThat(seen.stream().map(ResumedStreamIT::number)).hasSize(total);
        assertThat(new HashSet<>(seen.stream().map(ResumedStreamIT::number).toList()))
                .hasSize(total);
        for (int charger = 0; charger < 5; charger++) {
            String id = "\"CP-" + charger + "\"";
            assertThat(seen.stream()
                            .filter(block ->
                                    Objects.requireNonNull(block.data()).contains(id))
                            .map(ResumedStreamIT::number))
                    .isSorted();
        }
        // The client left while its missed events were read.
        assertThat(output.getAll()).doesNotContain("Failed to close");
    }

    @Test
    void missedEventsAreReadInParts() {
        StreamReader before = open(one, EVENTS, null, Map.of());
        awaitOpen(before);
        before.close();
        log.append(IntStream.range(0, 1_000).mapToObj(this::numbered).toArray(EventRecord[]::new));

        StreamReader after = open(two, EVENTS + "?chargeBoxId=CP-1,CP-3", before.lastId(), Map.of());
        awaitEvents(after, 400);
        log.append(numbered(1_001), numbered(1_002), numbered(1_003));
        awaitEvents(after, 402);

        assertThat(after.events().stream().map(ResumedStreamIT::number))
                .doesNotHaveDuplicates()
                .hasSize(402);
    }

    @Test
    void anIdOfAStreamThatCatchesUpIsValidForAnyFilter() {
        StreamReader before = open(one, EVENTS, null, Map.of());
        awaitOpen(before);
        String id = before.lastId();
        Story story = new Story(organisation, "CP-1");
        log.append(story.connected(), story.booted("1"));
        log.append(IntStream.range(0, 300).mapToObj(this::numbered).toArray(EventRecord[]::new));
        // Otherwise the next stream may begin before these events, and get them live.
        awaitEvents(before, 302);

        StreamReader narrow = open(one, EVENTS + "?events=transaction.started", id, Map.of(), 1);
        narrow.awaitEnd();
        StreamReader all = open(two, EVENTS, narrow.lastId(), Map.of());
        awaitEvents(all, 301);

        assertThat(all.events()).extracting(Block::event).contains("charger.connected", "charger.boot");
    }

    @Test
    void aStreamMayStartInThePast() {
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
                .as("an id takes precedence over a time")
                .isEqualTo("charger.boot");
        assertThat(later.events()).extracting(Block::event).containsExactly("charger.disconnected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "42"})
    void malformedIdsAreRefused(String id) {
        ApiClient.Answer answer =
                one.client().token(token).header("Last-Event-ID", id).get(EVENTS);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactly("Last-Event-ID");
    }

    /** An {@code EventSource} without a last id sends no header; an empty one shows that the client has lost its id. */
    @ParameterizedTest
    @ValueSource(strings = {"42", ""})
    void aMalformedOrRepeatedIdIsNamedWithAllOtherFaults(String id) {
        ApiClient client = one.client().token(token).header("Last-Event-ID", id);
        String faulty = EVENTS + "?events=nothing&since=yesterday&modes=x";

        assertThat(client.get(faulty).fields()).containsExactlyInAnyOrder("events", "since", "modes", "Last-Event-ID");
        assertThat(client.header("Last-Event-ID", "43").get(faulty).fields())
                .containsExactlyInAnyOrder("events", "since", "modes", "Last-Event-ID");
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
    void aClientIsToldThatSomeEventsHaveExpired() throws Exception {
        StreamReader before = open(one, EVENTS, null, Map.of(), 1);
        StreamReader other = open(two, EVENTS, null, Map.of());
        awaitOpen(before);
        awaitOpen(other);
        Story story = new Story(organisation, "CP-1");
        log.append(story.connected());
        before.awaitEnd();
        log.append(story.disconnected(), story.booted("1"));
        // Otherwise the head of that replica could still read and send the deleted event.
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
}
