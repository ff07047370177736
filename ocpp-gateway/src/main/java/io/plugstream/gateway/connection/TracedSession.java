package io.plugstream.gateway.connection;

import io.plugstream.gateway.trace.FrameTrace;
import io.plugstream.model.charger.ChargerId;
import java.io.IOException;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;

/** Sends from many threads, one frame after the other, and shows the trace what it sends. */
final class TracedSession extends ConcurrentWebSocketSessionDecorator {

    private final ChargerId charger;
    private final FrameTrace trace;

    TracedSession(WebSocketSession session, int sendTimeout, int bufferSize, ChargerId charger, FrameTrace trace) {
        super(session, sendTimeout, bufferSize);
        this.charger = charger;
        this.trace = trace;
    }

    @Override
    public void sendMessage(WebSocketMessage<?> message) throws IOException {
        if (message instanceof TextMessage text) {
            trace.sent(charger, text.getPayload());
        }
        super.sendMessage(message);
    }
}
