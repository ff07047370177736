package io.plugstream.api.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charging session in the API; unknown fields are null.
 *
 * @param energyWh completed: {@code meterStop - meterStart}; active: by the newest meter reading, null before the first
 * @param stationTransactionId the id given by a station of OCPP 2
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
    "transactionId",
    "chargeBoxId",
    "connectorId",
    "idTag",
    "status",
    "meterStart",
    "meterStop",
    "energyWh",
    "startedAt",
    "stoppedAt",
    "reason",
    "stationTransactionId"
})
record Transaction(
        int transactionId,
        String chargeBoxId,
        @Nullable Integer connectorId,
        @Nullable String idTag,
        String status,
        @Nullable Long meterStart,
        @Nullable Long meterStop,
        @Nullable Long energyWh,
        @Nullable Instant startedAt,
        @Nullable Instant stoppedAt,
        @Nullable String reason,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String stationTransactionId) {}
