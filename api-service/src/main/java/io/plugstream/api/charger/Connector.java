package io.plugstream.api.charger;

import java.time.Instant;

/** A connector as its charger last reported it; connector 0 is the charger as a whole. */
record Connector(int connectorId, String status, String errorCode, Instant updatedAt) {}
