package io.plugstream.system.account;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one organisation in one UTC day, as sent, answered and counted.
 *
 * @param answered calls that were answered as admitted
 * @param sent all calls except those refused with 429, plus those that may have been sent again unnoticed
 * @param listed the API's count; null if it refused the request
 * @param counted the newest record of {@code daily-usage}
 * @param log the records of {@code api-calls}, in order
 * @param decisions the records that {@code quota-decisions} still holds
 */
public record Usage(
        String organisationId,
        long answered,
        long sent,
        @Nullable Long listed,
        long counted,
        List<ApiCall> log,
        List<QuotaDecision> decisions) {

    public Usage {
        log = List.copyOf(log);
        decisions = List.copyOf(decisions);
    }

    /**
     * The number of calls in {@code log} that count. A call that asked and then went on without an answer counts once.
     */
    public static long used(List<ApiCall> log) {
        return QuotaAccount.used(log);
    }
}
