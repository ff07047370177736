package io.plugstream.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameTapTest {

    private static final ChargerId CHARGER = new ChargerId("acme", "CP-1");
    private static final WatchProperties LIMITS = new WatchProperties(10, 5, 3, 64);

    private Instant now = Instant.parse("2026-11-21T10:00:00Z");
    private long nanos;
    private boolean taking = true;
    private final List<RawFrame> published = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final WatchedFrames frames =
            new WatchedFrames(new FrameLimits(LIMITS, new StandingTime()), this::take, meters);
    private final FrameTap tap = tap(CHARGER, Mode.LIVE);

    @Test
    void nothingIsPublishedWhileNobodyWatches() {
        tap.received("[2,\"1\",\"Heartbeat\",{}]");
        tap.watch(watch(Mode.LIVE, 60));
        tap.watch(null);
        tap.sent("[3,\"1\",{}]");
        assertThat(published).isEmpty();
    }

    @Test
    void bothDirectionsArePublishedWithTimeAndAction() {
        tap.watch(watch(Mode.LIVE, 60));
        tap.received("[2,\"1\",\"Authorize\",{\"idTag\":\"SECRET\"}]");
        tap.sent("[3,\"1\",{}]");
        assertThat(shown())
                .containsExactly(
                        frame(
                                Direction.FROM_CHARGER,
                                Kind.CALL,
                                "Authorize",
                                "[2,\"1\",\"Authorize\",{\"idTag\":\"***\"}]"),
                        frame(Direction.TO_CHARGER, Kind.CALL_RESULT, null, "[3,\"1\",{}]"));
    }

    @Test
    void aWatchExpiresAndCanBeRenewed() {
        tap.watch(watch(Mode.LIVE, 60));
        nanos += Duration.ofSeconds(59).toNanos();
        beats(1);
        nanos += Duration.ofSeconds(1).toNanos();
        beats(1);
        assertThat(published).hasSize(1);
        tap.watch(watch(Mode.LIVE, 60));
        beats(1);
        assertThat(published).hasSize(2);
    }

    @Test
    void theLengthOfAWatchIsLimited() {
        tap.watch(watch(Mode.LIVE, 86_400));
        nanos += FrameTap.LONGEST.toNanos();
        beats(1);
        assertThat(published).isEmpty();
    }

    @Test
    void aStepOfTheClockDoesNotExtendAWatch() {
        tap.watch(watch(Mode.LIVE, 60));
        now = now.minus(Duration.ofHours(3));
        nanos += Duration.ofSeconds(60).toNanos();
        beats(1);
        assertThat(published).isEmpty();
    }

    @Test
    void aWatchOfTheOtherModeHasNoEffect() {
        tap.watch(watch(Mode.TEST, 60));
        beats(1);
        assertThat(published).isEmpty();
        FrameTap test = tap(CHARGER, Mode.TEST);
        test.watch(watch(Mode.TEST, 60));
        test.received("[2,\"1\",\"Heartbeat\",{}]");
        assertThat(published).extracting(RawFrame::mode).containsExactly(Mode.TEST);
    }

    @Test
    void framesBeyondTheLimitAreCountedInsteadOfPublished() {
        tap.watch(watch(Mode.LIVE, 60));
        beats(10);
        assertThat(published).hasSize(6);
        assertThat(withheld()).isEqualTo(4);
        nanos = Duration.ofSeconds(1).toNanos();
        beats(1);
        assertThat(published.getLast().withheld()).isEqualTo(4);
        beats(1);
        assertThat(published.getLast().withheld()).isZero();
    }

    @Test
    void anOrganisationCannotUseUpTheLimitOfOthers() {
        for (int i = 0; i < 4; i++) {
            FrameTap other = tap(new ChargerId("acme", "CP-" + i), Mode.LIVE);
            other.watch(watch(Mode.LIVE, 60));
            for (int frame = 0; frame < 6; frame++) {
                other.received("[2,\"1\",\"Heartbeat\",{}]");
            }
        }
        assertThat(published).hasSize(10);
        FrameTap stranger = tap(new ChargerId("other", "CP-1"), Mode.LIVE);
        stranger.watch(watch(Mode.LIVE, 60));
        stranger.received("[2,\"1\",\"Heartbeat\",{}]");
        assertThat(published).hasSize(11);
    }

    /** A charger that sends all the time must not keep a bucket of which new chargers know nothing. */
    @Test
    void chargersOfAnOrganisationShareItsLimitForAsLongAsTheySend() {
        tap.watch(watch(Mode.LIVE, 3600));
        for (int minute = 0; minute < 3; minute++) {
            nanos += Duration.ofMinutes(1).toNanos();
            beats(6);
        }
        published.clear();
        for (int i = 0; i < 6; i++) {
            FrameTap other = tap(new ChargerId("acme", "CP-X" + i), Mode.LIVE);
            other.watch(watch(Mode.LIVE, 60));
            other.received("[2,\"1\",\"Heartbeat\",{}]");
        }
        assertThat(published).as("a burst of 10, of which 6 were used before").hasSize(4);
    }

    @Test
    void framesThatTheOutletDoesNotAcceptAreCounted() {
        tap.watch(watch(Mode.LIVE, 60));
        taking = false;
        beats(2);
        taking = true;
        beats(1);
        assertThat(published).extracting(RawFrame::withheld).containsExactly(2);
        assertThat(withheld()).isEqualTo(2);
    }

    @Test
    void onlyTheBeginningOfALongFrameIsPublished() {
        tap.watch(watch(Mode.LIVE, 60));
        String vendor = "x".repeat(200);
        tap.received("[2,\"%s\",\"%s\",{\"chargePointVendor\":\"%s\"}]".formatted(vendor, vendor, vendor));
        ChargerFrame shown = shown().getFirst();
        assertThat(shown.text()).hasSize(64).startsWith("[2,\"xxx");
        assertThat(shown.length()).isEqualTo(634);
        assertThat(shown.messageId()).hasSize(ChargerFrame.LONGEST_NAME);
        assertThat(shown.action()).hasSize(ChargerFrame.LONGEST_NAME);
    }

    @Test
    void aCutLeavesCharactersWhole() {
        tap.watch(watch(Mode.LIVE, 60));
        tap.received("[3,\"1\",{\"a\":\"" + "x" + "\uD83D\uDE00".repeat(100) + "\"}]");
        tap.received("[3,\"1\",{\"a\":\"" + "\uD83D\uDE00".repeat(100) + "\"}]");
        assertThat(shown())
                .allSatisfy(shown -> assertThat(Character.isHighSurrogate(
                                shown.text().charAt(shown.text().length() - 1)))
                        .isFalse());
        assertThat(shown()).extracting(shown -> shown.text().length()).containsExactlyInAnyOrder(63, 64);
    }

    @Test
    void anInvalidMessageIsDescribedByItsLength() {
        tap.watch(watch(Mode.LIVE, 60));
        tap.received("SECRET");
        assertThat(shown())
                .containsExactly(
                        frame(Direction.FROM_CHARGER, Kind.OTHER, null, "(not an OCPP message, 6 characters)"));
        assertThat(published.getFirst().toString()).doesNotContain("SECRET");
    }

    private void beats(int times) {
        for (int i = 0; i < times; i++) {
            tap.received("[2,\"1\",\"Heartbeat\",{}]");
        }
    }

    private boolean take(RawFrame frame) {
        return taking && published.add(frame);
    }

    private List<ChargerFrame> shown() {
        return published.stream().map(frame -> frame.shown(LIMITS.characters())).toList();
    }

    private double withheld() {
        return meters.get("plugstream.gateway.watched.frames")
                .tag("outcome", "withheld")
                .counter()
                .count();
    }

    private ChargerFrame frame(Direction direction, Kind kind, @Nullable String action, String text) {
        return new ChargerFrame(
                "acme",
                "CP-1",
                Mode.LIVE,
                now,
                direction,
                kind,
                kind == Kind.OTHER ? null : "1",
                action,
                text,
                text.length(),
                0);
    }

    private FrameWatch watch(Mode mode, int seconds) {
        return new FrameWatch("acme", "CP-1", mode, now.plusSeconds(seconds));
    }

    private FrameTap tap(ChargerId charger, Mode mode) {
        return new FrameTap(charger, mode, new FrameTrace(clock), frames, clock, () -> nanos);
    }

    private final class StandingTime implements TimeMeter {

        @Override
        public long currentTimeNanos() {
            return nanos;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
