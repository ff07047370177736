package io.plugstream.gateway.command;

import java.io.IOException;

/** The way to a charger. */
@FunctionalInterface
public interface Wire {

    /** Sends one text frame. */
    void send(String frame) throws IOException;
}
