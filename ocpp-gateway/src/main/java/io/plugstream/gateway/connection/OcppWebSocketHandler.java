package io.plugstream.gateway.connection;

import io.plugstream.gateway.command.CommandLine;
import io.plugstream.gateway.command.CommandLines;
import io.plugstream.gateway.connector.ConnectorBooks;
import io.plugstream.gateway.handshake.AuthenticatedCharger;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.ChargerStreams;
import io.plugstream.gateway.transaction.TransactionBooks;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;

/** Brings what happens to sockets to their connections. */
@Component
final class OcppWebSocketHandler extends AbstractWebSocketHandler {

    static final String PROTOCOL = "ocpp1.6";

    private static final int SEND_BUFFER = 256 * 1024;
    private static final String CONNECTION = ChargerConnection.class.getName();
    private static final String FRAME = FrameAssembly.class.getName();

    private final Connections connections;
    private final Calls calls;
    private final ChargerStreams streams;
    private final TransactionBooks transactions;
    private final ConnectorBooks connectors;
    private final CommandLines commands;
    private final ConnectionProperties properties;

    OcppWebSocketHandler(
            Connections connections,
            Calls calls,
            ChargerStreams streams,
            TransactionBooks transactions,
            ConnectorBooks connectors,
            CommandLines commands,
            ConnectionProperties properties) {
        this.connections = connections;
        this.calls = calls;
        this.streams = streams;
        this.transactions = transactions;
        this.connectors = connectors;
        this.commands = commands;
        this.properties = properties;
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws IOException {
        if (!PROTOCOL.equals(session.getAcceptedProtocol())) {
            // OCPP-J 1.6, section 3.3: the handshake completes without a sub-protocol, then the socket is closed.
            session.close(CloseStatus.PROTOCOL_ERROR.withReason("no common sub-protocol"));
            return;
        }
        ChargerConnection connection = connection(session);
        session.getAttributes().put(CONNECTION, connection);
        session.getAttributes().put(FRAME, new FrameAssembly());
        connections.add(connection);
    }

    private ChargerConnection connection(WebSocketSession session) {
        AuthenticatedCharger charger = (AuthenticatedCharger) Objects.requireNonNull(
                session.getAttributes().get(AuthenticatedCharger.ATTRIBUTE), "the handshake sets it");
        ChargerStream stream = streams.open(charger.id(), charger.registration().mode(), PROTOCOL);
        Conversation conversation = new Conversation(
                stream, transactions.open(stream), connectors.open(stream), properties.heartbeatInterval());
        WebSocketSession sendable = new ConcurrentWebSocketSessionDecorator(
                session, Math.toIntExact(properties.sendTimeout().toMillis()), SEND_BUFFER);
        CommandLine line = commands.open(stream.connectionId(), frame -> sendable.sendMessage(new TextMessage(frame)));
        return new ChargerConnection(charger, sendable, conversation, line, calls);
    }

    /** Frames come in parts, so that the container needs only small buffers for the many sockets that are idle. */
    @Override
    public boolean supportsPartialMessages() {
        return true;
    }

    @Override
    protected void handleTextMessage(WebSocketSession session, TextMessage part) throws IOException {
        ChargerConnection connection = connectionOf(session);
        if (connection == null || !(session.getAttributes().get(FRAME) instanceof FrameAssembly assembly)) {
            return;
        }
        connection.heard();
        switch (assembly.add(part)) {
            case FrameAssembly.Incomplete _ -> {}
            case FrameAssembly.TooLong _ -> connections.end(connection, Ending.FRAME_TOO_LONG);
            case FrameAssembly.Complete(var frame) -> connection.receive(frame);
        }
    }

    @Override
    protected void handleBinaryMessage(WebSocketSession session, BinaryMessage message) {
        ChargerConnection connection = connectionOf(session);
        if (connection != null) {
            connections.end(connection, Ending.BINARY_FRAME);
        }
    }

    @Override
    protected void handlePongMessage(WebSocketSession session, PongMessage message) {
        ChargerConnection connection = connectionOf(session);
        if (connection != null) {
            connection.heard();
        }
    }

    @Override
    public void handleTransportError(WebSocketSession session, Throwable exception) {
        ChargerConnection connection = connectionOf(session);
        if (connection != null) {
            connections.end(connection, Ending.CONNECTION_LOST);
        }
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
        ChargerConnection connection = connectionOf(session);
        if (connection != null) {
            connections.end(connection, Ending.of(status));
        }
    }

    private static @Nullable ChargerConnection connectionOf(WebSocketSession session) {
        return session.getAttributes().get(CONNECTION) instanceof ChargerConnection connection ? connection : null;
    }
}
