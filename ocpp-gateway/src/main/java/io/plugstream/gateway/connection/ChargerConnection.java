package io.plugstream.gateway.connection;

import io.plugstream.gateway.command.CommandQueue;
import io.plugstream.gateway.handshake.AuthenticatedCharger;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.trace.FrameTap;
import io.plugstream.model.charger.ChargerId;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * One open socket of a charger. The (virtual) thread that reads the socket handles the frames one after another, in the
 * order of arrival. It reads no further frame while it handles a CALL. It holds this object's monitor meanwhile, so
 * that closing the connection waits for the answer.
 */
final class ChargerConnection {

    private static final Logger log = LoggerFactory.getLogger(ChargerConnection.class);

    private final AuthenticatedCharger charger;
    private final WebSocketSession session;
    private final Conversation conversation;
    private final CommandQueue commands;
    private final FrameHandler frameHandler;
    private final FrameTap tap;
    private final FrameAssembly assembly;

    private final AtomicBoolean ending = new AtomicBoolean();
    private final SignsOfLife life = new SignsOfLife(System::nanoTime);

    ChargerConnection(
            AuthenticatedCharger charger,
            WebSocketSession session,
            Conversation conversation,
            CommandQueue commands,
            FrameHandler frameHandler,
            FrameTap tap,
            FrameAssembly assembly) {
        this.charger = charger;
        this.session = session;
        this.conversation = conversation;
        this.commands = commands;
        this.frameHandler = frameHandler;
        this.tap = tap;
        this.assembly = assembly;
    }

    ChargerId id() {
        return charger.id();
    }

    UUID connectionId() {
        return conversation.stream().connectionId();
    }

    AuthenticatedCharger charger() {
        return charger;
    }

    FrameTap tap() {
        return tap;
    }

    FrameAssembly assembly() {
        return assembly;
    }

    SignsOfLife life() {
        return life;
    }

    /** Publishes {@code charger.connected} and pending events. After a failure the next message or ping retries. */
    synchronized void announce() {
        try {
            if (!ending.get()) {
                conversation.stream().announce();
                conversation.actions().settle();
            }
        } catch (NotAcknowledgedException e) {
            log.atWarn().addKeyValue("charger", id()).log("Pending events not published yet: {}", e.getMessage());
        }
    }

    /** Runs {@code work} before the first CALL. A newer connection of the charger waits for it as for a CALL. */
    synchronized void beforeFirstCall(Runnable work) {
        work.run();
    }

    /** Handles one frame and sends the answer. */
    synchronized void receive(String frame) throws IOException, NotRecordedException {
        if (ending.get()) {
            return;
        }
        var answer = frameHandler.answer(conversation, commands, frame);
        if (answer.isPresent()) {
            session.sendMessage(new TextMessage(answer.get().frame()));
            answer.get().sent().run();
        }
    }

    /** Sends a ping. Returns false if the connection is lost. Called by one thread at a time. */
    boolean ping() throws IOException {
        if (!life.ping()) {
            return false;
        }
        session.sendMessage(new PingMessage());
        return true;
    }

    /** Returns true for the first caller only, which then ends the connection. */
    boolean beginEnding() {
        return ending.compareAndSet(false, true);
    }

    /** Publishes {@code charger.disconnected} after the current CALL, if this connection has to report its end. */
    synchronized void publishEnd(Ending how) throws NotAcknowledgedException {
        conversation.stream().end(how.reason());
    }

    /** Waits until the current CALL is answered. After {@link #beginEnding} no further CALL is handled. */
    synchronized void awaitLastAnswer() {
        log.trace("The last CALL is answered");
    }

    void close(CloseStatus status) {
        try {
            session.close(status);
        } catch (IOException e) {
            log.atDebug().addKeyValue("charger", id()).log("Socket was already closed: {}", e.getMessage());
        }
    }
}
