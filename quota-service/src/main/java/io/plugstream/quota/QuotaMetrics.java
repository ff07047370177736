package io.plugstream.quota;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.topic.Topics;

/**
 * Counts the decisions of this process. After a failure the calls since the last commit are decided again and counted
 * here twice; the quota counts themselves are exact.
 */
final class QuotaMetrics {

    private final MeterProvider<Counter> decisions;
    private final Counter parked;
    private final Counter wrongTimes;

    QuotaMetrics(MeterRegistry meters) {
        this.decisions = Counter.builder("plugstream.quota.decisions")
                .description("Calls decided")
                .withRegistry(meters);
        this.parked = DeadLetters.parked(meters, Topics.API_CALLS.name());
        this.wrongTimes = Counter.builder("plugstream.quota.wrong.times")
                .description("Calls with a time of a broker that is not believed; they count as of now")
                .register(meters);
    }

    /** @param call a call that had not asked before, or it would be counted twice */
    void decided(ApiCall call, boolean admitted) {
        decisions
                .withTags("tier", call.tier().wireName(), "admitted", Boolean.toString(admitted))
                .increment(call.count());
    }

    void parked() {
        parked.increment();
    }

    void wrongTime() {
        wrongTimes.increment();
    }
}
