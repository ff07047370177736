package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An event that this process publishes once, with the records that precede it. Repeated calls join what is under way.
 * Only records that Kafka certainly does not have are sent again, and an event that may be there is searched for first.
 * Thread-safe.
 */
public final class Publication {

    private final DurableLog log;
    private final EventSearch search;
    private final ChargerId charger;
    private final List<EventRecord> records;
    private final @Nullable Runnable published;
    private final List<Append> appends = new ArrayList<>();

    /** The earliest time at which it may have been published; null if it cannot have been. */
    private @Nullable Instant attempted;

    private @Nullable CompletableFuture<Boolean> underWay;

    /**
     * Creates a publication that has not begun.
     *
     * @param records the event as the last one, after the records that must precede it in the same partition
     * @param published run once the event is in Kafka
     */
    Publication(
            DurableLog log,
            EventSearch search,
            ChargerId charger,
            List<EventRecord> records,
            @Nullable Instant attempted,
            @Nullable Runnable published) {
        this.log = log;
        this.search = search;
        this.charger = charger;
        this.records = records;
        this.attempted = attempted;
        this.published = published;
    }

    /** Does the remaining work. The result is done when the event is in Kafka. Later calls join work under way. */
    synchronized CompletableFuture<?> publish() {
        CompletableFuture<Boolean> present = underWay;
        if (present == null || present.isCompletedExceptionally()) {
            present = isUncertain() ? searchAndSend() : send();
            underWay = present;
            if (published != null) {
                var _ = present.thenRun(
                        () -> Thread.ofVirtual().name("published").start(published));
            }
        }
        return present;
    }

    /** Notes what {@code later}, of the same event, knows of attempts by others. */
    synchronized void learn(Publication later) {
        attempted = attempted == null ? later.attempted : attempted;
    }

    /** Whether the event is or may be in Kafka, or may still arrive there without further work. */
    public synchronized boolean mayArrive() {
        return attempted != null
                || (appends.size() == records.size() && appends.stream().noneMatch(Append::isRefused));
    }

    /** Whether the event is in Kafka. */
    synchronized boolean isDone() {
        CompletableFuture<Boolean> present = underWay;
        return present != null && present.isDone() && !present.isCompletedExceptionally();
    }

    /** The appends that were begun. */
    synchronized List<Append> appends() {
        return List.copyOf(appends);
    }

    private boolean isUncertain() {
        if (appends.stream().anyMatch(append -> append.isCompletedExceptionally() && !append.isRefused())) {
            attempted = attempted == null ? event().receivedAt() : attempted;
            appends.clear();
        }
        return attempted != null;
    }

    private CompletableFuture<Boolean> searchAndSend() {
        Instant since = attempted == null ? event().receivedAt() : attempted;
        return search.findForCertain(Topics.of(event().data()), charger, event().eventId(), since)
                .thenCompose(found -> found ? CompletableFuture.completedFuture(true) : sendUnattempted());
    }

    private synchronized CompletableFuture<Boolean> sendUnattempted() {
        attempted = null;
        return send();
    }

    /** Sends one record after another, so that the event is not there without the records before it. */
    private CompletableFuture<Boolean> send() {
        appends.removeIf(Append::isRefused);
        while (appends.size() < records.size()) {
            EventRecord next = records.get(appends.size());
            Append append = log.send(Topics.of(next.data()), charger, next);
            appends.add(append);
            if (append.isRefused()) {
                break;
            }
        }
        return appends.size() == 1
                ? appends.getFirst().thenApply(_ -> true)
                : CompletableFuture.allOf(appends.toArray(Append[]::new)).thenApply(_ -> true);
    }

    private EventRecord event() {
        return records.getLast();
    }
}
