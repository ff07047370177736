package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import java.time.LocalDate;

/** A record of {@code api-calls}: a call, or the reason why it is none. */
sealed interface CallRecord {

    /** A call and the UTC day in which the log took it. */
    record Call(ApiCall call, LocalDate day) implements CallRecord {}

    /** Not a call; {@code reason} tells why and quotes nothing of it. */
    record Poison(String reason) implements CallRecord {}
}
