package io.plugstream.api.projection;

/** Tells transactions apart; those of one id that different chargers made up are not the same. */
record TransactionKey(String organisationId, String chargeBoxId, int transactionId) {}
