package io.plugstream.api.projection;

/** Identifies a transaction. Different chargers may use the same transaction id. */
record TransactionKey(String organisationId, String chargeBoxId, int transactionId) {}
