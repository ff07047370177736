package io.plugstream.simulator.charger;

/** How a charger answers an action of its central system. */
public enum AnswerMode {
    /** As usual: with the result of the action. */
    ACCEPT,
    /** With the action's negative status, and without doing anything. */
    REJECT,
    /** Not at all. */
    SILENCE,
    /** With an internal error. */
    ERROR
}
