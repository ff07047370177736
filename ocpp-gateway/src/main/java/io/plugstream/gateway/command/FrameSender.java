package io.plugstream.gateway.command;

import java.io.IOException;

/** Sends frames to a charger. */
@FunctionalInterface
public interface FrameSender {

    void send(String frame) throws IOException;
}
