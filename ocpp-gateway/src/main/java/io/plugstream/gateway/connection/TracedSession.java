package io.plugstream.gateway.connection;

import io.plugstream.gateway.trace.FrameTap;
import java.io.IOException;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;

/** Sends frames from several threads one after another, and passes each to the tap. */
final class TracedSession extends ConcurrentWebSocketSessionDecorator {

    private final FrameTap tap;

    TracedSession(WebSocketSession session, int sendTimeout, int bufferSize, FrameTap tap) {
        super(session, sendTimeout, bufferSize);
        this.tap = tap;
    }

    @Override
    public void sendMessage(WebSocketMessage<?> message) throws IOException {
        if (message instanceof TextMessage text) {
            tap.sent(text.getPayload());
        }
        super.sendMessage(message);
    }
}
