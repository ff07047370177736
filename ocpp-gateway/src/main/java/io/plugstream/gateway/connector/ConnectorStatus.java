package io.plugstream.gateway.connector;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a connector as the charger reported it. Every OCPP version is mapped to the terms of OCPP 1.6 (sections
 * 7.6 and 7.7).
 *
 * @param connectorId 0 is the charger as a whole
 * @param timestamp by the charger's clock; null if it gave no time
 */
public record ConnectorStatus(
        int connectorId,
        String status,
        String errorCode,
        @Nullable String info,
        @Nullable String vendorErrorCode,
        @Nullable Instant timestamp) {}
