package io.plugstream.api.charger;

import java.time.Instant;

/** The last reported state of a connector; connector 0 is the whole charger. */
record Connector(int connectorId, String status, String errorCode, Instant updatedAt) {}
