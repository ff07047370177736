package io.plugstream.api.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sampled value as the API shows it.
 *
 * @param value null for a value that is signed or no number
 * @param format of such a value: {@code SignedData} or {@code Raw}, else null
 * @param raw such a value as the charger sent it, else null
 */
@JsonPropertyOrder({"timestamp", "measurand", "value", "unit", "phase", "location", "context", "format", "raw"})
record ListedMeterValue(
        Instant timestamp,
        String measurand,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable BigDecimal value,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context,
        @Nullable String format,
        @Nullable String raw) {}
