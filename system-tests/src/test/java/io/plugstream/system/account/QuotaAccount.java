package io.plugstream.system.account;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Counts the log of calls independently; all other counts must be the same. */
final class QuotaAccount {

    private final List<Usage> usages;
    private final List<Finding> findings = new ArrayList<>();

    QuotaAccount(List<Usage> usages) {
        this.usages = usages;
    }

    List<Finding> findings() {
        usages.forEach(this::compare);
        return findings;
    }

    private record Answer(boolean admitted, long used) {}

    private void compare(Usage usage) {
        Map<UUID, Answer> answers = new HashMap<>();
        long used = count(usage.log(), answers);
        require(usage, usage.counted() == used, "daily-usage has %d, the log %d".formatted(usage.counted(), used));
        Long listed = usage.listed();
        require(usage, listed == null || listed == used, "the API says %d, the log %d".formatted(listed, used));
        require(
                usage,
                used >= usage.answered() && used <= usage.sent(),
                "%d are counted, of %d sent and %d answered".formatted(used, usage.sent(), usage.answered()));
        for (QuotaDecision decision : usage.decisions()) {
            Answer answer = answers.get(decision.callId());
            require(
                    usage,
                    answer != null && answer.admitted() == decision.admitted() && answer.used() == decision.used(),
                    "%s, by the log it is %s".formatted(decision, answer));
        }
    }

    /** The number of calls in {@code log} that count. */
    static long used(List<ApiCall> log) {
        return count(log, new HashMap<>());
    }

    /** Counts as documented: a refused call does not count, an admitted call counts once. */
    private static long count(List<ApiCall> log, Map<UUID, Answer> answers) {
        Set<UUID> refused = new HashSet<>();
        long used = 0;
        for (ApiCall call : log) {
            boolean known = call.asked() != null && !refused.contains(call.asked());
            boolean admitted = known || call.admitted() || used < call.limit();
            if (admitted && !known) {
                used += call.count();
            }
            if (!admitted) {
                refused.add(call.callId());
            }
            answers.put(call.callId(), new Answer(admitted, used));
        }
        return used;
    }

    private void require(Usage usage, boolean holds, String otherwise) {
        if (!holds) {
            findings.add(new Finding(Kind.MISCOUNTED, usage.organisationId(), otherwise));
        }
    }
}
