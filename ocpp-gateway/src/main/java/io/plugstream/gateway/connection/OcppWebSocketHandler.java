package io.plugstream.gateway.connection;

import io.plugstream.gateway.command.CommandQueue;
import io.plugstream.gateway.command.CommandQueues;
import io.plugstream.gateway.handshake.Admission;
import io.plugstream.gateway.handshake.AuthenticatedCharger;
import io.plugstream.gateway.handshake.Refusals;
import io.plugstream.gateway.presence.ChargerStreams;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.publish.BoundedWait;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.trace.FrameTap;
import io.plugstream.gateway.trace.FrameTaps;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;
import org.springframework.web.socket.handler.SessionLimitExceededException;

/** Passes WebSocket events to the charger's connection. */
@Component
final class OcppWebSocketHandler extends AbstractWebSocketHandler {

    private static final Logger log = LoggerFactory.getLogger(OcppWebSocketHandler.class);
    private static final int SEND_BUFFER = 256 * 1024;
    private static final String STATE = SocketState.class.getName();

    private record SocketState(ChargerConnection connection, FrameRate frameRate) {}

    private final Connections connections;
    private final FrameHandler frameHandler;
    private final ChargerStreams streams;
    private final Protocols protocols;
    private final CommandQueues commands;
    private final Admission admission;
    private final Refusals refusals;
    private final FrameTaps taps;
    private final MessageMetrics metrics;
    private final ConnectionProperties properties;
    private final FrameRateProperties rate;
    private final BoundedWait boundedWait;
    private final LongFrames longFrames = new LongFrames(FrameAssembly.MOST_LONG);

    OcppWebSocketHandler(
            Connections connections,
            FrameHandler frameHandler,
            ChargerStreams streams,
            Protocols protocols,
            CommandQueues commands,
            Admission admission,
            Refusals refusals,
            FrameTaps taps,
            MessageMetrics metrics,
            ConnectionProperties properties,
            FrameRateProperties rate,
            BoundedWait boundedWait) {
        this.connections = connections;
        this.frameHandler = frameHandler;
        this.streams = streams;
        this.protocols = protocols;
        this.commands = commands;
        this.admission = admission;
        this.refusals = refusals;
        this.taps = taps;
        this.metrics = metrics;
        this.properties = properties;
        this.rate = rate;
        this.boundedWait = boundedWait;
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws IOException {
        Optional<Protocol> protocol = protocols.named(session.getAcceptedProtocol());
        // Removed, so that an idle socket keeps nothing that it does not need.
        Object address = session.getAttributes().remove(Refusals.ADDRESS);
        if (protocol.isEmpty()) {
            refusals.refused(charger(session), Reason.WRONG_SUBPROTOCOL, String.valueOf(address));
            // OCPP-J 1.6, section 3.3: the handshake completes without a sub-protocol, then the socket is closed.
            session.close(CloseStatus.PROTOCOL_ERROR.withReason("no common sub-protocol"));
            return;
        }
        ChargerConnection connection = connection(session, protocol.get());
        session.getAttributes().put(STATE, new SocketState(connection, new FrameRate(rate, metrics.held())));
        try {
            Optional<Runnable> rest = admission.admit(connection.id(), () -> connections.add(connection));
            if (rest.isEmpty()) {
                giveUp(session, connection);
                return;
            }
            rest.get().run();
            UUID passwordCommand = connection.charger().passwordCommand();
            if (passwordCommand != null) {
                commands.passwordUsed(connection.charger().id(), passwordCommand);
            }
            connection.life().idle(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(session, connection);
        }
    }

    /** The connection was not admitted, so it was not announced and no event is needed. */
    private void giveUp(WebSocketSession session, ChargerConnection connection) throws IOException {
        session.getAttributes().remove(STATE);
        commands.close(connection.connectionId());
        session.close(CloseStatus.SERVICE_OVERLOAD.withReason("too many connections at once"));
    }

    private ChargerConnection connection(WebSocketSession session, Protocol protocol) {
        AuthenticatedCharger charger = charger(session);
        ChargerStream stream = streams.open(charger.id(), charger.registration().mode(), protocol.name());
        Conversation conversation = new Conversation(
                stream, protocol.dialect(), protocol.open(stream, properties.heartbeatInterval()), new RecentAnswers());
        FrameTap tap = taps.open(charger.id(), charger.registration().mode());
        WebSocketSession sendable = new TracedSession(
                session, Math.toIntExact(properties.sendTimeout().toMillis()), SEND_BUFFER, tap::sent);
        CommandQueue queue = commands.open(
                stream.connectionId(), frame -> sendable.sendMessage(new TextMessage(frame)), protocol::begin);
        FrameAssembly assembly = new FrameAssembly(
                longFrames, charger.id().organisationId(), properties.frameTimeout(), System::nanoTime);
        return new ChargerConnection(charger, sendable, conversation, queue, frameHandler, tap, assembly);
    }

    private static AuthenticatedCharger charger(WebSocketSession session) {
        return (AuthenticatedCharger) Objects.requireNonNull(
                session.getAttributes().get(AuthenticatedCharger.ATTRIBUTE), "the handshake sets it");
    }

    /** Frames arrive in parts, so that the container needs only small buffers for the many idle sockets. */
    @Override
    public boolean supportsPartialMessages() {
        return true;
    }

    @Override
    protected void handleTextMessage(WebSocketSession session, TextMessage part) {
        if (!(session.getAttributes().get(STATE) instanceof SocketState(var connection, var frameRate))) {
            return;
        }
        connection.life().frameArrived();
        handle(connection, frameRate, part);
        connection.life().idle(connection.assembly().isBegun());
    }

    private void handle(ChargerConnection connection, FrameRate frameRate, TextMessage part) {
        if (!awaitRate(frameRate, connection.assembly().isBegun())) {
            connections.end(connection, Ending.TOO_MANY_FRAMES);
            return;
        }
        switch (connection.assembly().add(part)) {
            case FrameAssembly.Incomplete _ -> {}
            case FrameAssembly.TooLong _ -> connections.end(connection, Ending.FRAME_TOO_LONG);
            case FrameAssembly.Complete(var frame) -> {
                connection.tap().received(frame);
                answer(connection, frame);
            }
        }
    }

    /** If the answer cannot be sent, the connection is lost. The charger repeats the message over the next one. */
    private void answer(ChargerConnection connection, String frame) {
        long begun = System.nanoTime();
        try {
            connection.receive(frame);
        } catch (IOException | SessionLimitExceededException e) {
            log.atDebug().addKeyValue("charger", connection.id()).log("The answer was not sent: {}", e.getMessage());
            connections.end(connection, Ending.CONNECTION_LOST);
        } catch (NotRecordedException e) {
            // A message may fail at once, and the charger may connect again at once and repeat it.
            LockSupport.parkNanos(begun + boundedWait.limit().toNanos() - System.nanoTime());
            connections.end(connection, Ending.NOT_RECORDED);
        }
    }

    /** Each part counts, so that a frame of endless empty parts is delayed as well. */
    private static boolean awaitRate(FrameRate frameRate, boolean begun) {
        try {
            return frameRate.await(begun);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    protected void handleBinaryMessage(WebSocketSession session, BinaryMessage message) {
        connectionOf(session).ifPresent(connection -> connections.end(connection, Ending.BINARY_FRAME));
    }

    @Override
    protected void handlePongMessage(WebSocketSession session, PongMessage message) {
        connectionOf(session).ifPresent(connection -> connection.life().pongArrived());
    }

    @Override
    public void handleTransportError(WebSocketSession session, Throwable exception) {
        connectionOf(session).ifPresent(connection -> connections.end(connection, Ending.CONNECTION_LOST));
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
        connectionOf(session).ifPresent(connection -> {
            connection.assembly().close();
            connections.end(connection, Ending.of(status));
        });
    }

    private static Optional<ChargerConnection> connectionOf(WebSocketSession session) {
        return session.getAttributes().get(STATE) instanceof SocketState state
                ? Optional.of(state.connection())
                : Optional.empty();
    }
}
