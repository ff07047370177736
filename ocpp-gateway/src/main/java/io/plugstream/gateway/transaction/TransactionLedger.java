package io.plugstream.gateway.transaction;

import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publication;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.Publisher;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is noted of one charger's transactions, over one connection, and the events that follow from it (ADR 0041). Not safe
 * for use by several threads at once.
 */
final class TransactionLedger {

    /** Nobody but a gateway that is about to lose this charger writes in between. */
    private static final int MOST_TRIES = 5;

    /** Of a note from which none follows. */
    private static final UUID NO_EVENT = new UUID(0, 0);

    private final TransactionBooks books;
    private final Publications publications;
    private final ChargerStream stream;

    /** Null until read, and again after a write of unknown outcome. */
    private @Nullable KnownTransactions known;

    /** Events of other runs that were found in Kafka. */
    private final Set<UUID> found = new HashSet<>();

    TransactionLedger(TransactionBooks books, ChargerStream stream) {
        this.books = books;
        this.publications = books.publications();
        this.stream = stream;
    }

    /**
     * What is to be told of a start or stop.
     *
     * @param notedAt when it was noted; null if it is not
     * @param change the table with its note, in which the publisher stands
     */
    record Telling(
            Told told,
            @Nullable Instant notedAt,
            Supplier<List<EventRecord>> records,
            Function<Publisher, KnownTransactions> change) {}

    int newTransactionId() throws NotAcknowledgedException {
        return books.nextId();
    }

    /** Tries again on what another gateway has written in between. */
    static <T> T untilTaken(Attempt<T> attempt) throws NotAcknowledgedException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<T> done = attempt.make();
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new NotAcknowledgedException("other gateways write this charger's transactions");
    }

    /** Empty if another gateway wrote in between. */
    interface Attempt<T> {

        Optional<T> make() throws NotAcknowledgedException;
    }

    /** Sees to it that the event is published once, by whoever it is for; false if another gateway wrote in between. */
    boolean tell(Telling telling) throws NotAcknowledgedException {
        stream.announce();
        if (telling.notedAt() == null) {
            return noteAndPublish(telling);
        }
        Told told = telling.told();
        if (found.contains(told.eventId()) || publications.isPublished(told.eventId(), told.publisher())) {
            return true;
        }
        if (publications.isOurs(told.publisher())) {
            publications.keep(told.eventId());
            return true;
        }
        if (publications.isPublishedElsewhere(stream.charger(), told.eventId(), told.publisher(), telling.notedAt())) {
            found.add(told.eventId());
            return true;
        }
        return noteAndPublish(telling);
    }

    private boolean noteAndPublish(Telling telling) throws NotAcknowledgedException {
        UUID eventId = telling.told().eventId();
        List<EventRecord> records = stream.checked(telling.records().get());
        Publication publication = publications.of(stream.charger(), records, telling.notedAt());
        TransactionNote note = books.note(stream.charger(), eventId);
        Publisher publisher = publications.promise(eventId, publication, note);
        if (!store(telling.change().apply(publisher), note).told().contains(new Told(eventId, publisher))) {
            publications.withdraw(eventId);
            return false;
        }
        publications.keep(eventId);
        return true;
    }

    KnownTransactions known() throws NotAcknowledgedException {
        if (known == null) {
            known = books.load(stream.charger());
        }
        return present();
    }

    KnownTransactions present() {
        return Objects.requireNonNull(known, "it is read before it is changed");
    }

    /** What counts from now on: {@code changed}, or something else that another gateway wrote. */
    private KnownTransactions store(KnownTransactions changed, TransactionNote note) throws NotAcknowledgedException {
        known = null;
        KnownTransactions present = books.store(stream.charger(), books.marked(changed), note);
        known = present;
        return present;
    }

    /** Notes facts from which no event follows; false if another gateway wrote in between. */
    boolean note(KnownTransactions changed) throws NotAcknowledgedException {
        stream.announce();
        KnownTransactions present = store(changed, books.note(stream.charger(), NO_EVENT));
        return present.revision() == changed.revision() && present.stations().equals(changed.stations());
    }
}
