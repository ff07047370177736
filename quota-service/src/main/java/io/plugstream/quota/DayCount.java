package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.time.LocalDate;

/** The calls of one organisation counted in one UTC day so far. */
record DayCount(LocalDate day, long used) {

    /**
     * The answer to {@code call}, of this day. A call that was let through blind counts whatever the limit; a refused
     * call does not count.
     */
    QuotaDecision decide(ApiCall call) {
        boolean admitted = call.admitted() || used < call.limit();
        return answer(call, admitted, admitted ? used + call.count() : used);
    }

    /** The answer to a call that is in this count already. */
    QuotaDecision known(ApiCall call) {
        return answer(call, true, used);
    }

    private QuotaDecision answer(ApiCall call, boolean admitted, long counted) {
        return new QuotaDecision(call.callId(), call.organisationId(), day, admitted, call.limit(), counted);
    }
}
