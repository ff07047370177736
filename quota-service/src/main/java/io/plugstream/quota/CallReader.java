package io.plugstream.quota;

import io.plugstream.model.organisation.OrganisationId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.quota.CallRecord.Call;
import io.plugstream.quota.CallRecord.Poison;
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
 * Reads calls, believing nothing of a record until it is checked. The day of a call is that of its record's time, which
 * the broker wrote when it appended it (ADR 0044); the caller's clock decides nothing.
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

    private static CallRecord check(byte[] key, @Nullable ApiCall call, long recorded) {
        if (call == null || lacksAField(call)) {
            return new Poison("a field is missing");
        }
        if (!OrganisationId.isValid(call.organisationId())) {
            return new Poison("not an organisation's id");
        }
        if (!Arrays.equals(key, call.organisationId().getBytes(StandardCharsets.UTF_8))) {
            return new Poison("the key is not the organisation");
        }
        if (call.limit() < 0) {
            return new Poison("the limit is below 0");
        }
        if (call.asked() != null && !call.admitted()) {
            return new Poison("it asks a second time");
        }
        if (call.count() < 1 || (call.count() > 1 && call.limit() != Tier.UNLIMITED)) {
            return new Poison("it stands for a number of calls that it cannot stand for");
        }
        Instant appended = Instant.ofEpochMilli(recorded);
        return new Call(call, LocalDate.ofInstant(appended, ZoneOffset.UTC));
    }

    // What Jackson makes of a record with absent fields.
    @SuppressWarnings("ConstantValue")
    private static boolean lacksAField(ApiCall call) {
        return call.callId() == null || call.organisationId() == null || call.at() == null || call.tier() == null;
    }
}
