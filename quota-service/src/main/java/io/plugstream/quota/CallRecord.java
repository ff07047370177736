package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import java.time.LocalDate;

/** A record of {@code api-calls}: a call, or the reason why it is not one. */
sealed interface CallRecord {

    /** A call and the UTC day in which the broker appended it. */
    record Call(ApiCall call, LocalDate day) implements CallRecord {}

    /** Not a call; {@code reason} does not quote the record. */
    record Poison(String reason) implements CallRecord {}
}
