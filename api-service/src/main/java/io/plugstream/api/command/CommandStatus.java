package io.plugstream.api.command;

import io.plugstream.model.json.WireName;

/** The progress of a command. */
enum CommandStatus implements WireName {
    QUEUED,
    SENT,
    ACCEPTED,
    REJECTED,
    FAILED,
    TIMED_OUT;

    boolean isEnd() {
        return this != QUEUED && this != SENT;
    }
}
