package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages of an event stream. */
class LiveEventsIT extends StreamingCase {

    /** Each opens its 20 streams. */
    private static final int ORGANISATIONS = Integer.getInteger("plugstream.live.organisations", 10);

    /** Streams are checked every 15 s otherwise. */
    @Test
    void aStreamEndsSoonAfterItsKeyIsRevokedAtAnotherReplica() {
        ApiClient user = one.client().token(token);
        ApiClient.Answer key = user.post("/api/v1/auth/api-keys", "{\"name\":\"k\"}");
        StreamReader reader = keep(StreamReader.open(
                two.port(), EVENTS, Map.of("X-API-Key", key.json().path("key").stringValue()), 99));
        awaitOpen(reader);

        user.delete("/api/v1/auth/api-keys/" + key.json().path("id").stringValue());
        await().atMost(Duration.ofSeconds(10)).until(reader::isEnded);
        assertThat(reader.blocks().getLast().event()).isEqualTo("unauthorized");
    }

    @Test
    void anEventIsSentAsItsEnvelopeOnlyToItsOrganisationAndMode() {
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
    void streamsOfAnOrganisationAreCountedAcrossReplicas() {
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
    void onlyRequestedEventsAreSent() {
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

    @Test
    void faultsAreProblemsAndOtherMediaTypesAreRefused() {
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
    void organisationsThatHaveAllTheirStreamsGetAllEvents() {
        List<String> organisations = IntStream.range(0, ORGANISATIONS)
                .mapToObj(i -> organisation + '-' + i)
                .toList();
        List<StreamReader> many = new ArrayList<>();
        for (String id : organisations) {
            String user = Platform.get().tokens().token(id);
            Supplier<StreamReader> opening = () -> keep(StreamReader.open(
                    one.port(), EVENTS, Map.of("Authorization", "Bearer " + user), Integer.MAX_VALUE));
            List<StreamReader> its =
                    new ArrayList<>(Stream.generate(opening).limit(20).toList());
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                // A busy service answers some of the requests with 503.
                its.replaceAll(reader -> reader.isEnded() ? opening.get() : reader);
                return its.stream().noneMatch(reader -> reader.blocks().isEmpty());
            });
            many.addAll(its);
        }
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

    private static String header(StreamReader reader, String name) {
        return reader.answer().headers().firstValue(name).orElse("");
    }
}
