package io.plugstream.gateway.connector;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a charger says of one of its connectors, in the words of OCPP 1.6 (sections 7.6 and 7.7), whichever version it
 * speaks.
 *
 * @param connectorId 0 is the charger as a whole
 * @param timestamp by the charger's clock, if it told
 */
public record ConnectorStatus(
        int connectorId,
        String status,
        String errorCode,
        @Nullable String info,
        @Nullable String vendorErrorCode,
        @Nullable Instant timestamp) {}
