package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.time.LocalDate;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * Decides each call from the count that the calls before it left: read, compare, add, answer. Nothing but the log goes
 * into a decision, so reading the log again gives the same answers. Calls are not looked up by id: api-service's producer
 * is idempotent and never appends a call a second time, so a record is a call.
 */
final class CallMeter implements Processor<byte[], byte[], Object, Object> {

    private final CallReader reader = new CallReader();
    private final QuotaMetrics metrics;

    private @Nullable ProcessorContext<Object, Object> context;
    private @Nullable DayCounts counts;

    CallMeter(QuotaMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        this.counts = new DayCounts(context.getStateStore(DayCounts.STORE));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        switch (reader.read(record)) {
            case CallRecord.Call(ApiCall call, LocalDate day) -> meter(call, day, record);
            case CallRecord.Poison(String reason) -> park(record, reason);
        }
    }

    private void meter(ApiCall call, LocalDate day, Record<byte[], byte[]> record) {
        DayCounts days = Objects.requireNonNull(counts);
        QuotaDecision decision = days.of(call.organisationId(), day).decide(call);
        if (decision.admitted()) {
            days.put(call.organisationId(), day, decision.used());
            DailyUsage usage = new DailyUsage(call.organisationId(), day, decision.used(), call.limit());
            forward(usage.key(), usage, record.timestamp(), new RecordHeaders(), QuotaTopology.USAGE);
        }
        if (isAwaited(call, record.headers())) {
            forward(call.organisationId(), decision, record.timestamp(), record.headers(), QuotaTopology.DECISIONS);
        }
        metrics.decided(call.tier(), decision.admitted());
    }

    /** The caller waits by the headers it sent; without them only a limited count is of use to anybody. */
    private static boolean isAwaited(ApiCall call, Headers headers) {
        return call.limit() != Tier.UNLIMITED || headers.lastHeader(KafkaHeaders.CORRELATION_ID) != null;
    }

    private void park(Record<byte[], byte[]> record, String reason) {
        ProcessorContext<Object, Object> sinks = Objects.requireNonNull(context);
        DeadLetter letter = new DeadLetter(sinks.recordMetadata().orElseThrow(), record, reason);
        letter.log();
        sinks.forward(letter.parked(), QuotaTopology.DEAD_LETTERS);
        metrics.parked();
    }

    private void forward(String key, Object value, long timestamp, Headers headers, String child) {
        Objects.requireNonNull(context).forward(new Record<>(key, value, timestamp, headers), child);
    }
}
