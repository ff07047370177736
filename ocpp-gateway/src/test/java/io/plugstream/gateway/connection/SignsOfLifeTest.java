package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignsOfLifeTest {

    private static final long INTERVAL = 6_000;

    private long nanoTime;
    private final SignsOfLife life = new SignsOfLife(() -> nanoTime);

    @BeforeEach
    void connectionIsOpen() {
        life.idle(false);
    }

    @Test
    void pongsAreEnough() {
        for (int ping = 0; ping < 5; ping++) {
            assertThat(life.ping()).isTrue();
            pass(100);
            life.pongArrived();
            pass(INTERVAL - 100);
        }
        assertThat(life.ping()).isTrue();
    }

    @Test
    void aConnectionIsLostIfNothingArrivedSinceTheLastPing() {
        assertThat(life.ping()).isTrue();
        pass(INTERVAL);
        assertThat(life.ping()).isFalse();
    }

    @Test
    void nothingIsHeardWhileACallIsHandled() {
        life.frameArrived();
        for (int ping = 0; ping < 5; ping++) {
            assertThat(life.ping()).isTrue();
            pass(INTERVAL);
        }
        life.idle(false);
        pass(1_000);
        assertThat(life.ping()).isTrue();
        pass(INTERVAL);
        assertThat(life.ping()).isFalse();
    }

    @Test
    void nothingIsHeardBeforeTheConnectionIsOpen() {
        SignsOfLife opening = new SignsOfLife(() -> nanoTime);
        for (int ping = 0; ping < 5; ping++) {
            assertThat(opening.ping()).isTrue();
            pass(INTERVAL);
        }
        opening.idle(false);
        assertThat(opening.ping()).isTrue();
        pass(INTERVAL);
        assertThat(opening.ping()).isFalse();
    }

    @Test
    void aConnectionIsLostIfTheRestOfAFrameDoesNotArrive() {
        life.frameArrived();
        life.idle(true);
        assertThat(life.ping()).isTrue();
        pass(INTERVAL);
        assertThat(life.ping()).isFalse();
    }

    @Test
    void aChargerThatNeverSentAPongIsJudgedByItsFrames() {
        for (int ping = 0; ping < 5; ping++) {
            assertThat(life.ping()).isTrue();
            handleFrame(10);
            pass(INTERVAL);
        }
        assertThat(life.ping()).isTrue();
        pass(INTERVAL);
        assertThat(life.ping()).isFalse();
    }

    @Test
    void framesDoNotReplaceThePongOfAChargerThatSendsPongs() {
        answerPing();
        assertThat(life.ping()).isTrue();
        for (int second = 0; second < 6; second++) {
            pass(990);
            handleFrame(10);
        }
        assertThat(life.ping()).isFalse();
    }

    @Test
    void aPongWithoutAPingDoesNotShowThatTheChargerAnswersPings() {
        life.pongArrived();
        assertThat(life.ping()).isTrue();
        handleFrame(10);
        pass(INTERVAL);
        assertThat(life.ping()).isTrue();
    }

    @Test
    void aPongMayWaitBehindACall() {
        answerPing();
        assertThat(life.ping()).isTrue();
        pass(1_000);
        life.frameArrived();
        pass(INTERVAL - 1_000);
        assertThat(life.ping()).isTrue();
        pass(INTERVAL - 1_000);
        life.idle(false);
        life.pongArrived();
        pass(1_000);
        assertThat(life.ping()).isTrue();
    }

    /** The thread waits for a moment between two frames, because even a busy machine reads them at last. */
    @Test
    void aPongMayWaitBehindThrottledFrames() {
        answerPing();
        for (int ping = 0; ping < 5; ping++) {
            assertThat(life.ping()).isTrue();
            for (int frame = 0; frame < 120; frame++) {
                handleFrame(45);
                pass(5);
            }
        }
        life.pongArrived();
        assertThat(life.ping()).isTrue();
    }

    @Test
    void aPongIsMissingIfItDoesNotFollowTheThrottledFrames() {
        answerPing();
        assertThat(life.ping()).isTrue();
        handleFrame(INTERVAL);
        assertThat(life.ping()).isTrue();
        handleFrame(10);
        pass(INTERVAL);
        assertThat(life.ping()).isFalse();
    }

    @Test
    void aPongMayWaitBehindALongFrameThatArrivesSlowly() {
        answerPing();
        assertThat(life.ping()).isTrue();
        for (int part = 0; part < 6; part++) {
            life.frameArrived();
            life.idle(true);
            pass(1_000);
        }
        assertThat(life.ping()).isTrue();
    }

    private void answerPing() {
        assertThat(life.ping()).isTrue();
        life.pongArrived();
        pass(INTERVAL);
    }

    private void handleFrame(long millis) {
        life.frameArrived();
        pass(millis);
        life.idle(false);
    }

    private void pass(long millis) {
        nanoTime += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
