package io.plugstream.api.transaction;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sampled value in the API.
 *
 * @param value null if the value is signed data or not a number
 * @param format {@code SignedData} or {@code Raw} if {@code value} is null, else null
 * @param raw the text that the charger sent if {@code value} is null, else null
 * @param place where it stands in the transaction's list
 */
record ListedMeterValue(
        Instant timestamp,
        String measurand,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable BigDecimal value,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context,
        @Nullable String format,
        @Nullable String raw,
        @JsonIgnore MeterValues.Place place) {}
