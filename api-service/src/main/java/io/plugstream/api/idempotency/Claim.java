package io.plugstream.api.idempotency;

import java.util.UUID;

/** The right to do the work of a key. One request at a time holds it, in its Reactor context. */
record Claim(KeyedRequest request, UUID owner) {}
