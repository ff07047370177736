package io.plugstream.simulator.charger;

/** Why charging ended. */
public enum StopReason {
    LOCAL,
    REMOTE,
    EV_DISCONNECTED,
    UNLOCK_COMMAND,
    SOFT_RESET,
    HARD_RESET,
    REBOOT,
    DE_AUTHORIZED,
    OTHER
}
