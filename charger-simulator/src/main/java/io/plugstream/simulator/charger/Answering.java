package io.plugstream.simulator.charger;

/** How a charger answers an action of its central system. */
public enum Answering {
    /** As it can: with what becomes of the action. */
    ACCEPT,
    /** With the action's word for no, and without doing anything. */
    REJECT,
    /** Not at all. */
    SILENCE,
    /** With an internal error. */
    ERROR
}
