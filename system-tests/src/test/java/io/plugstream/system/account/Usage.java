package io.plugstream.system.account;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one organisation in one UTC day, from those who made them to those who counted them.
 *
 * @param answered calls that were answered as admitted
 * @param sent all calls but those refused with 429, and as many as may have been sent again unseen
 * @param listed the API's count; null when it refused to tell
 * @param counted the newest record of {@code daily-usage}
 * @param log what {@code api-calls} holds, in its order
 * @param decisions what {@code quota-decisions} still holds
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

    /** How many calls of {@code log} count: a call that asked and then went on without an answer is one. */
    public static long used(List<ApiCall> log) {
        return QuotaAccount.used(log);
    }
}
