package io.plugstream.api.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger that a command is for.
 *
 * @param connectionId its open connection, as far as known; null when there is none
 */
record Target(String chargeBoxId, @Nullable UUID connectionId) {}
