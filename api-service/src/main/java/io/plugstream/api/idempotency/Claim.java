package io.plugstream.api.idempotency;

import java.util.UUID;

/** The right to do the work of a key, held by one request at a time. Travels in the Reactor context of that request. */
record Claim(KeyedRequest request, UUID owner) {}
