package io.plugstream.gateway.connection;

import java.io.IOException;
import java.util.function.Consumer;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;
import org.springframework.web.socket.handler.SessionLimitExceededException;

/**
 * Sends frames from several threads one after another, and passes each to {@code traced}. After an exceeded limit, which
 * may have dropped frames, every further one fails, so that the thread that sends it ends the connection.
 */
final class TracedSession extends ConcurrentWebSocketSessionDecorator {

    private final Consumer<String> traced;

    private volatile boolean limitExceeded;

    TracedSession(WebSocketSession session, int sendTimeout, int bufferSize, Consumer<String> traced) {
        super(session, sendTimeout, bufferSize);
        this.traced = traced;
    }

    @Override
    public void sendMessage(WebSocketMessage<?> message) throws IOException {
        if (limitExceeded) {
            throw new IOException("a limit of the socket was exceeded");
        }
        if (message instanceof TextMessage text) {
            traced.accept(text.getPayload());
        }
        try {
            super.sendMessage(message);
        } catch (SessionLimitExceededException e) {
            limitExceeded = true;
            throw e;
        }
    }
}
