package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.time.LocalDate;

/** An organisation's calls counted so far in a UTC day. */
record DayCount(LocalDate day, long used) {

    /**
     * The decision on {@code call}, which is of this day. A call admitted without a decision counts regardless of the
     * limit; a refused call does not count.
     */
    QuotaDecision decide(ApiCall call) {
        boolean admitted = call.admitted() || used < call.limit();
        return answer(call, admitted, admitted ? used + call.count() : used);
    }

    /** The decision on a call that this count already includes. */
    QuotaDecision decideAgain(ApiCall call) {
        return answer(call, true, used);
    }

    private QuotaDecision answer(ApiCall call, boolean admitted, long counted) {
        return new QuotaDecision(call.callId(), call.organisationId(), day, admitted, call.limit(), counted);
    }
}
