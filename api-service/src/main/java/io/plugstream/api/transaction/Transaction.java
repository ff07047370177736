package io.plugstream.api.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charging session as the API shows it; null is what is not known, or not yet.
 *
 * @param energyWh of a completed transaction {@code meterStop - meterStart}; of an active one what its newest meter reading
 *     says, null before the first
 * @param stationTransactionId the id that a station of OCPP 2 gave it
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
