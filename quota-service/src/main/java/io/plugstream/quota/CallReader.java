package io.plugstream.quota;

import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Reads and validates calls. The day of a call is the day of its record's broker timestamp (ADR 44); the caller's
 * clock has no influence.
 */
final class CallReader {

    private final Deserializer<ApiCall> calls = Topics.API_CALLS.values().deserializer();

    CallRecord read(Record<byte[], byte[]> record) {
        byte @Nullable [] key = record.key();
        byte @Nullable [] value = record.value();
        if (key == null) {
            return new Poison("no key");
        }
        if (value == null) {
            return new Poison("no value");
        }
        try {
            return check(key, calls.deserialize(Topics.API_CALLS.name(), value), record.timestamp());
        } catch (SerializationException e) {
            return new Poison(String.valueOf(e.getMessage()));
        }
    }

    private static CallRecord check(byte[] key, ApiCall call, long recorded) {
        if (!OrganisationId.isValid(call.organisationId())) {
            return new Poison("not an organisation id");
        }
        if (!Arrays.equals(key, call.organisationId().getBytes(StandardCharsets.UTF_8))) {
            return new Poison("the key is not the organisation");
        }
        if (call.limit() < 0) {
            return new Poison("the limit is below 0");
        }
        if (call.asked() != null && !call.admitted()) {
            return new Poison("a call that asked before must be admitted");
        }
        if (call.count() < 1 || (call.count() > 1 && call.limit() != Tier.UNLIMITED)) {
            return new Poison("the number of calls is not allowed");
        }
        Instant appended = Instant.ofEpochMilli(recorded);
        return new Call(call, LocalDate.ofInstant(appended, ZoneOffset.UTC));
    }

    /** A record of {@code api-calls}: a call, or the reason why it is not one. */
    sealed interface CallRecord {}

    /** A call and the UTC day in which the broker appended it. */
    record Call(ApiCall call, LocalDate day) implements CallRecord {}

    /** Not a call; {@code reason} does not quote the record. */
    record Poison(String reason) implements CallRecord {}
}
