package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.RefusedHandshake;

/** Where refused handshakes are told. */
@FunctionalInterface
interface RefusalWriter {

    /** Takes a refusal on its way without waiting for anything; it may be lost. */
    void write(RefusedHandshake refusal);
}
