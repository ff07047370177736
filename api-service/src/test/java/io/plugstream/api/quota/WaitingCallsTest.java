package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitingCallsTest {

    private final WaitingCalls waiting = new WaitingCalls();
    private final ApiCall call = new Calls(new LogClock(Clock.systemUTC())).now("acme", Tier.FREE);

    @Test
    void aCallIsAnsweredByItsOwnDecision() {
        CompletableFuture<QuotaDecision> decision = waiting.add(call);
        waiting.decided(decision(UUID.randomUUID()));
        assertThat(decision).isNotDone();
        QuotaDecision own = decision(call.callId());
        waiting.decided(own);
        assertThat(decision).isCompletedWithValue(own);
    }

    @Test
    void aWaitingCallIsAdmittedWithoutADecision() {
        CompletableFuture<QuotaDecision> decision = waiting.add(call);
        waiting.appended(call);
        assertThat(waiting.organisations()).containsExactly("acme");
        waiting.letThrough("acme"::equals);
        assertThat(decision).isCompletedExceptionally();
    }

    @Test
    void aCallThatKafkaHasNotAcknowledgedDoesNotWaitForQuotaService() {
        CompletableFuture<QuotaDecision> decision = waiting.add(call);
        assertThat(waiting.organisations()).isEmpty();
        waiting.letThrough("acme"::equals);
        assertThat(decision).isNotDone();
    }

    @Test
    void aCallOfAnotherOrganisationKeepsWaiting() {
        CompletableFuture<QuotaDecision> decision = waiting.add(call);
        waiting.appended(call);
        waiting.letThrough("other"::equals);
        assertThat(decision).isNotDone();
    }

    @Test
    void aCallWithADecisionInTimeIsNotAdmittedWithoutOne() {
        CompletableFuture<QuotaDecision> decision = waiting.add(call);
        waiting.appended(call);
        QuotaDecision inTime = decision(call.callId());
        waiting.decided(inTime);
        waiting.letThrough("acme"::equals);
        assertThat(decision).isCompletedWithValue(inTime);
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

    private QuotaDecision decision(UUID callId) {
        return new QuotaDecision(callId, "acme", Calls.day(call), true, call.limit(), 1);
    }
}
