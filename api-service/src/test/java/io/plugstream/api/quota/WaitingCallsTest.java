package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.time.Clock;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitingCallsTest {

    private final WaitingCalls waiting = new WaitingCalls();
    private final ApiCall call = new Calls(Clock.systemUTC()).now("acme", Tier.FREE);
    private final CompletableFuture<String> decision = new CompletableFuture<>();

    @Test
    void aLateRefusalNamesTheCallThatWasLetThroughOnce() {
        waiting.add(call, decision);
        waiting.letThrough();
        assertThat(decision).isCompletedExceptionally();
        assertThat(waiting.late(decided(false))).isEqualTo(call);
        assertThat(waiting.late(decided(false))).isNull();
    }

    @Test
    void aLateAdmissionHasCountedTheCall() {
        waiting.add(call, decision);
        waiting.letThrough();
        assertThat(waiting.late(decided(true))).isNull();
    }

    @Test
    void aCallWhoseDecisionCameInTimeIsNotLetThrough() {
        waiting.add(call, decision);
        decision.complete("in time");
        waiting.letThrough();
        assertThat(waiting.late(decided(false))).isNull();
    }

    @Test
    void theCallThatCountsAgainIsAnotherOneOfTheSameInstant() {
        ApiCall again = Calls.letThrough(call);
        assertThat(again.callId()).isNotEqualTo(call.callId());
        assertThat(again.at()).isEqualTo(call.at());
        assertThat(again.admitted()).isTrue();
    }

    private QuotaDecision decided(boolean admitted) {
        return new QuotaDecision(call.callId(), "acme", LocalDate.EPOCH, admitted, 50, 50);
    }
}
