package io.plugstream.gateway.connection;

import io.plugstream.gateway.command.CommandLine;
import io.plugstream.gateway.handshake.AuthenticatedCharger;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.trace.FrameTap;
import io.plugstream.model.charger.ChargerId;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * One open socket of a charger. Frames are worked on one after the other, in the order of their arrival, on the (virtual)
 * thread that read them: a charger whose CALL is in work is not read from.
 */
final class ChargerConnection {

    private static final Logger log = LoggerFactory.getLogger(ChargerConnection.class);

    private final AuthenticatedCharger charger;
    private final WebSocketSession session;
    private final Conversation conversation;
    private final CommandLine commands;
    private final Calls calls;
    private final FrameTap tap;

    /** Held while a frame is worked on, so that an end waits for the answer. */
    private final ReentrantLock work = new ReentrantLock();

    private final AtomicBoolean ending = new AtomicBoolean();
    private volatile boolean heard = true;

    ChargerConnection(
            AuthenticatedCharger charger,
            WebSocketSession session,
            Conversation conversation,
            CommandLine commands,
            Calls calls,
            FrameTap tap) {
        this.charger = charger;
        this.session = session;
        this.conversation = conversation;
        this.commands = commands;
        this.calls = calls;
        this.tap = tap;
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

    boolean isEnding() {
        return ending.get();
    }

    /** Publishes {@code charger.connected}, and what has waited; if Kafka is away, the next message or ping tries again. */
    void announce() {
        work.lock();
        try {
            if (!ending.get()) {
                conversation.stream().announce();
                conversation.actions().settle();
            }
        } catch (NotAcknowledgedException e) {
            log.atWarn().addKeyValue("charger", id()).log("Not announced or settled yet: {}", e.getMessage());
        } finally {
            work.unlock();
        }
    }

    /** Works on one frame and sends the answer. */
    void receive(String frame) throws IOException, NotRecordedException {
        work.lock();
        try {
            if (ending.get()) {
                return;
            }
            var answer = calls.answer(conversation, commands, frame);
            if (answer.isPresent()) {
                session.sendMessage(new TextMessage(answer.get().frame()));
                answer.get().sent().run();
            }
        } finally {
            work.unlock();
        }
    }

    /** Something came over the socket. */
    void heard() {
        heard = true;
    }

    /** Pings; false if nothing came since the last ping. Called by one thread at a time. */
    boolean ping() throws IOException {
        if (!heard) {
            return false;
        }
        heard = false;
        session.sendMessage(new PingMessage());
        return true;
    }

    /** The first to call this ends the connection; true for it alone. */
    boolean beginEnding() {
        return ending.compareAndSet(false, true);
    }

    /** Publishes {@code charger.disconnected}, if that is for it to do, after the answer to the CALL in work. */
    void sayFarewell(Ending how) throws NotAcknowledgedException {
        work.lock();
        try {
            conversation.stream().end(how.reason());
        } finally {
            work.unlock();
        }
    }

    /** Returns when the CALL in work is answered; after {@link #beginEnding} there is no other. */
    void awaitLastAnswer() {
        work.lock();
        try {
            log.trace("Nothing is in work any more");
        } finally {
            work.unlock();
        }
    }

    void close(CloseStatus status) {
        try {
            session.close(status);
        } catch (IOException e) {
            log.atDebug().addKeyValue("charger", id()).log("Socket was gone already: {}", e.getMessage());
        }
    }
}
