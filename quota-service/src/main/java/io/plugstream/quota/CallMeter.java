package io.plugstream.quota;

import io.plugstream.base.kafka.DeadLetter;
import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * Decides each call from the count of the calls before it. A decision depends only on the log, so reading the log again
 * gives the same decisions. Calls are not deduplicated by id: api-service's producer is idempotent and never appends a
 * call twice.
 */
final class CallMeter implements Processor<byte[], byte[], Object, Object> {

    private static final Logger log = LoggerFactory.getLogger(CallMeter.class);

    private final CallReader reader = new CallReader();
    private final QuotaMetrics metrics;

    private @Nullable ProcessorContext<Object, Object> context;
    private @Nullable DayCounts counts;
    private @Nullable RefusedCalls refused;

    CallMeter(QuotaMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        this.counts = new DayCounts(context.getStateStore(DayCounts.STORE));
        this.refused = new RefusedCalls(context.getStateStore(RefusedCalls.STORE));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        switch (reader.read(record)) {
            case CallReader.Call(ApiCall call, LocalDate day) -> meter(call, day, record);
            case CallReader.Poison(String reason) -> park(record, reason);
        }
    }

    private void meter(ApiCall call, LocalDate day, Record<byte[], byte[]> record) {
        DayCount before = Objects.requireNonNull(counts).of(call.organisationId(), day);
        QuotaDecision decision = isCounted(call, record.timestamp()) ? before.decideAgain(call) : before.decide(call);
        // Forwarded first, because a caller waits for it; later records go with the producer's next request.
        if (isAwaited(call, record.headers())) {
            forward(call.organisationId(), decision, record.timestamp(), record.headers(), QuotaTopology.DECISIONS);
        }
        if (decision.used() > before.used()) {
            count(decision, record.timestamp());
        }
        if (call.organisationId().startsWith(OrganisationId.RESERVED)) {
            return; // api-service probes whether decisions come
        }
        if (!decision.admitted()) {
            Objects.requireNonNull(refused).add(call, record.timestamp());
        }
        if (call.asked() == null) {
            metrics.decided(call, decision.admitted());
        }
    }

    /** Whether an admitted call had asked for a decision before and was counted then. */
    private boolean isCounted(ApiCall call, long appended) {
        UUID asked = call.asked();
        return asked != null && !Objects.requireNonNull(refused).contains(asked, appended);
    }

    private void count(QuotaDecision decision, long timestamp) {
        String organisationId = decision.organisationId();
        Objects.requireNonNull(counts).put(organisationId, decision.day(), decision.used());
        DailyUsage usage = new DailyUsage(organisationId, decision.day(), decision.used(), decision.limit());
        forward(usage.key(), usage, timestamp, new RecordHeaders(), QuotaTopology.USAGE);
    }

    /**
     * Whether anybody reads the decision. A call with a correlation id has a waiting caller. Of the others, the
     * decisions for limited organisations are read for their counts, and the decisions on calls that were admitted
     * without one, because they show that quota-service works again.
     */
    private static boolean isAwaited(ApiCall call, Headers headers) {
        return call.limit() != Tier.UNLIMITED
                || call.admitted()
                || headers.lastHeader(KafkaHeaders.CORRELATION_ID) != null;
    }

    private void park(Record<byte[], byte[]> record, String reason) {
        ProcessorContext<Object, Object> sinks = Objects.requireNonNull(context);
        RecordMetadata origin = sinks.recordMetadata().orElseThrow();
        String source = DeadLetter.source(origin.topic(), origin.partition(), origin.offset());
        log.error("Record {} is parked: {}", source, reason);
        DeadLetter letter = DeadLetter.of(source, record.key(), record.value(), record.headers(), reason);
        sinks.forward(
                new Record<>(letter.key(), letter.value(), record.timestamp(), letter.headers()),
                QuotaTopology.DEAD_LETTERS);
        metrics.parked();
    }

    private void forward(String key, Object value, long timestamp, Headers headers, String child) {
        Objects.requireNonNull(context).forward(new Record<>(key, value, timestamp, headers), child);
    }
}
