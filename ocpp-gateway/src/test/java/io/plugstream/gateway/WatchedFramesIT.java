package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames of watched chargers, from the socket to the topic. */
class WatchedFramesIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void framesArePublishedMaskedOnlyWhileTheyAreWatched() throws Exception {
        try (OcaCharger watched = OcaCharger.connect(gateway, topics);
                OcaCharger other = OcaCharger.connect(gateway, topics)) {
            other.isAuthorised("OTHER-TAG");
            awaitWatched(watched);
            watched.isAuthorised("HIDDEN-TAG");

            List<ChargerFrame> shown = conversation(watched.id(), "Authorize");
            assertThat(shown).extracting(ChargerFrame::kind).containsExactly(Kind.CALL, Kind.CALL_RESULT);
            assertThat(shown)
                    .extracting(ChargerFrame::direction)
                    .containsExactly(Direction.FROM_CHARGER, Direction.TO_CHARGER);
            assertThat(shown.getFirst().action()).isEqualTo("Authorize");
            assertThat(shown.getFirst().text()).endsWith("\"Authorize\",{\"idTag\":\"***\"}]");
            assertThat(shown.getLast().text()).contains("\"status\":\"Accepted\"");
            assertThat(shown.getLast().messageId()).isEqualTo(shown.getFirst().messageId());
            assertThat(frames(other.id())).isEmpty();

            awaitWatched(other);
            watch(watched.id(), Mode.LIVE, Duration.ZERO);
            awaitUnwatched(watched, other);
        }
    }

    @Test
    void aReconnectedChargerIsWatchedFromItsFirstFrame() throws Exception {
        ChargerId id;
        try (OcaCharger first = OcaCharger.connect(gateway, topics)) {
            id = first.id();
            awaitWatched(first);
        }
        try (OcaCharger again = OcaCharger.connect(gateway, topics, id, "secret")) {
            again.boots();
        }
        await().atMost(TIMEOUT)
                .until(() -> frames(id).stream().anyMatch(frame -> "BootNotification".equals(frame.action())));
    }

    @Test
    void aWatchOfTheOtherModeHasNoEffect() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics);
                OcaCharger other = OcaCharger.connect(gateway, topics)) {
            awaitWatched(other);
            awaitWatched(charger);
            watch(charger.id(), Mode.TEST, Duration.ofMinutes(1));
            awaitUnwatched(charger, other);
        }
    }

    @Test
    void framesOfAnOcpp201StationAreMasked() throws Exception {
        ChargerId id = new ChargerId("demo", "CS-" + UUID.randomUUID());
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        watch(id, Mode.LIVE, Duration.ofMinutes(1));
        try (TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1")) {
            station.call(
                    "BootNotification", "{'reason':'PowerUp','chargingStation':{'model':'One','vendorName':'Acme'}}");
            await().atMost(TIMEOUT).until(() -> {
                station.call("Heartbeat", "{}");
                return !frames(id).isEmpty();
            });
            station.call("Authorize", "{'idToken':{'idToken':'HIDDEN-TAG','type':'ISO14443'}}");
            assertThat(conversation(id, "Authorize").getFirst().text())
                    .contains("***")
                    .doesNotContain("HIDDEN-TAG");
        }
    }

    @Test
    void someFramesOfAFloodArePublishedAndTheOthersCounted() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            awaitWatched(charger);
            for (int i = 0; i < 200; i++) {
                charger.beats();
            }
            int before = frames(charger.id()).size();
            List<ChargerFrame> shown = await().atMost(TIMEOUT)
                    .until(
                            () -> {
                                charger.beats();
                                return frames(charger.id());
                            },
                            frames -> frames.stream().anyMatch(frame -> frame.withheld() > 0));
            assertThat(before).isLessThan(400);
            assertThat(shown).hasSizeGreaterThan(40);
        }
    }

    /** Waits until the gateway knows of the watch. */
    private static void awaitWatched(OcaCharger charger) throws Exception {
        watch(charger.id(), Mode.LIVE, Duration.ofMinutes(1));
        await().atMost(TIMEOUT).until(() -> {
            charger.beats();
            return !frames(charger.id()).isEmpty();
        });
    }

    /** Frames of both chargers take the same path: if later frames of the other arrive, earlier ones were not sent. */
    private static void awaitUnwatched(OcaCharger charger, OcaCharger watched) {
        await().atMost(TIMEOUT).until(() -> {
            int before = frames(charger.id()).size();
            int others = frames(watched.id()).size();
            charger.beats();
            await().atMost(TIMEOUT).until(() -> {
                watched.beats();
                return frames(watched.id()).size() >= others + 2;
            });
            return frames(charger.id()).size() == before;
        });
    }

    /** Waits for the CALL and its answer. */
    private static List<ChargerFrame> conversation(ChargerId id, String action) {
        return await().atMost(TIMEOUT)
                .until(
                        () -> {
                            List<ChargerFrame> frames = frames(id);
                            List<@Nullable String> calls = frames.stream()
                                    .filter(frame -> action.equals(frame.action()))
                                    .map(ChargerFrame::messageId)
                                    .toList();
                            return frames.stream()
                                    .filter(frame -> calls.contains(frame.messageId()))
                                    .toList();
                        },
                        frames -> frames.size() == 2);
    }

    private static void watch(ChargerId id, Mode mode, Duration time) throws Exception {
        topics.write(
                Topics.FRAME_WATCHES,
                id,
                new FrameWatch(
                        id.organisationId(),
                        id.chargeBoxId(),
                        mode,
                        Instant.now().plus(time)));
    }

    private static List<ChargerFrame> frames(ChargerId id) {
        return topics.read(Topics.CHARGER_FRAMES, id);
    }
}
