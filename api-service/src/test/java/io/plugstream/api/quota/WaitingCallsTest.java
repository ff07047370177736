package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitingCallsTest {

    private final WaitingCalls waiting = new WaitingCalls();
    private final ApiCall call = new Calls(new LogClock(Clock.systemUTC())).now("acme", Tier.FREE);
    private final CompletableFuture<String> decision = new CompletableFuture<>();

    @Test
    void aWaitingCallIsAdmittedWithoutADecision() {
        waiting.add(call, decision);
        assertThat(waiting.organisations()).containsExactly("acme");
        waiting.letThrough("acme"::equals);
        assertThat(decision).isCompletedExceptionally();
    }

    @Test
    void aCallOfAnotherOrganisationKeepsWaiting() {
        waiting.add(call, decision);
        waiting.letThrough("other"::equals);
        assertThat(decision).isNotDone();
    }

    @Test
    void aCallWithADecisionInTimeIsNotAdmittedWithoutOne() {
        waiting.add(call, decision);
        decision.complete("in time");
        waiting.letThrough("acme"::equals);
        assertThat(decision).isCompletedWithValue("in time");
    }

    @Test
    void aCallAdmittedAfterAskingIsANewRecordThatNamesTheFirst() {
        ApiCall again = Calls.admittedAfterAsking(call);
        assertThat(again.callId()).isNotEqualTo(call.callId());
        assertThat(again.at()).isEqualTo(call.at());
        assertThat(again.admitted()).isTrue();
        assertThat(again.asked()).isEqualTo(call.callId());
        assertThat(Calls.admitted(call).asked()).isNull();
    }
}
