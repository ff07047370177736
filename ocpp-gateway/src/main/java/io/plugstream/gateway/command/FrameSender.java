package io.plugstream.gateway.command;

import java.io.IOException;

/** Sends frames to a charger. */
@FunctionalInterface
public interface FrameSender {

    /** Sends one text frame. */
    void send(String frame) throws IOException;
}
