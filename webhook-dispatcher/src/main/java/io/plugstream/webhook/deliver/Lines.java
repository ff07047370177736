package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;

/**
 * All deliveries in flight and waiting, and their order. Each webhook has its own limits. Organisations share the
 * places in flight and the memory of waiting deliveries: each may take more while it has less than what is still free
 * (ADR 0023), so that none can take everything. Thread-safe.
 */
final class Lines {

    /** The result of offering a delivery. */
    enum Place {
        /** Counted as in flight: the caller begins it, and calls {@link #over} at its end. */
        BEGINS,
        WAITS,
        FULL
    }

    /**
     * The consequences of a delivery's end.
     *
     * @param begin deliveries counted as in flight, which the caller begins
     * @param shed deliveries that waited too long
     */
    record Next(List<Delivery> begin, List<Delivery> shed) {}

    private final DeliveryProperties limits;
    private final Map<String, OrganisationLines> organisations = new HashMap<>();
    private final SequencedSet<OrganisationLines> ready = new LinkedHashSet<>();

    /**
     * Places in flight in total; each POST that ends adds one. The first POSTs of a new process take seconds, and too
     * many begun meanwhile would time out.
     */
    private int places;

    private int inFlight;
    private int waiting;
    private long waitingBytes;

    /** @param places initial places in flight */
    Lines(DeliveryProperties limits, int places) {
        this.limits = limits;
        this.places = Math.min(places, limits.inFlightInAll());
    }

    synchronized Place offer(Delivery delivery) {
        OrganisationLines organisation =
                organisations.computeIfAbsent(delivery.claim().organisationId(), OrganisationLines::new);
        EndpointLine line = organisation.lines.computeIfAbsent(delivery.claim().webhookId(), _ -> newLine());
        if (line.hasPlace() && line.hasNobodyWaiting() && mayBegin(organisation)) {
            begun(organisation, line);
            return Place.BEGINS;
        }
        if (line.hasRoom() && organisation.waitingBytes + delivery.bytes() <= freeBytes()) {
            line.add(delivery);
            count(organisation, delivery, 1);
            queueIfReady(organisation, line);
            return Place.WAITS;
        }
        removeIfIdle(organisation, delivery.claim());
        return Place.FULL;
    }

    /** Reports whether the receiver accepted a delivery that is in flight. */
    synchronized void answered(Delivery delivery, boolean taken) {
        lineOf(delivery).answered(taken);
    }

    /** @param oldest waiting deliveries claimed before this time are shed */
    synchronized Next over(Delivery ended, Instant oldest) {
        OrganisationLines organisation = organisationOf(ended);
        EndpointLine line = lineOf(ended);
        line.over();
        organisation.inFlight--;
        inFlight--;
        places = Math.min(places + 1, limits.inFlightInAll());
        queueIfReady(organisation, line);
        Next next = new Next(new ArrayList<>(1), new ArrayList<>(0));
        while (takeTurns(next, oldest)) {
            // Repeats until no organisation may begin another delivery.
        }
        removeIfIdle(organisation, ended.claim());
        return next;
    }

    private OrganisationLines organisationOf(Delivery inFlight) {
        return Objects.requireNonNull(organisations.get(inFlight.claim().organisationId()));
    }

    private EndpointLine lineOf(Delivery inFlight) {
        return Objects.requireNonNull(
                organisationOf(inFlight).lines.get(inFlight.claim().webhookId()));
    }

    /** Removes and returns all waiting deliveries. */
    synchronized List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>();
        for (OrganisationLines organisation : organisations.values()) {
            organisation.lines.values().forEach(line -> all.addAll(line.clear()));
            organisation.ready.clear();
            organisation.waitingBytes = 0;
        }
        ready.clear();
        waiting = 0;
        waitingBytes = 0;
        return all;
    }

    /**
     * How many more late deliveries the webhook of {@code claim} should be given: up to twice its places in flight, so
     * that it is never idle and a crash of this process loses few waiting deliveries.
     */
    synchronized int room(Claimed claim) {
        OrganisationLines organisation = organisations.get(claim.organisationId());
        EndpointLine line = organisation == null ? null : organisation.lines.get(claim.webhookId());
        return line == null ? 2 * limits.inFlight() : line.room();
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized int waiting() {
        return waiting;
    }

    /**
     * The webhooks with the longest lines and their numbers of waiting deliveries, longest first; at most {@code most}.
     */
    synchronized Map<String, Integer> longest(int most) {
        Map<String, Integer> longest = new LinkedHashMap<>();
        organisations.values().stream()
                .flatMap(organisation -> organisation.lines.entrySet().stream())
                .filter(line -> line.getValue().waiting() > 0)
                .sorted(Comparator.comparingInt(line -> -line.getValue().waiting()))
                .limit(most)
                .forEach(line -> longest.put(line.getKey(), line.getValue().waiting()));
        return longest;
    }

    /** Lets each organisation that may begin one delivery do so; returns whether any began. */
    private boolean takeTurns(Next next, Instant oldest) {
        int begunBefore = next.begin().size();
        for (OrganisationLines organisation : List.copyOf(ready)) {
            if (mayBegin(organisation)) {
                ready.remove(organisation);
                beginOne(organisation, next, oldest);
                if (!organisation.ready.isEmpty()) {
                    ready.addLast(organisation);
                }
            }
        }
        return next.begin().size() > begunBefore;
    }

    private void beginOne(OrganisationLines organisation, Next next, Instant oldest) {
        while (!organisation.ready.isEmpty()) {
            EndpointLine line = organisation.ready.removeFirst();
            Delivery delivery = line.poll();
            count(organisation, delivery, -1);
            boolean tooOld = delivery.claim().claimedAt().isBefore(oldest);
            if (tooOld) {
                next.shed().add(delivery);
            } else {
                next.begin().add(delivery);
                begun(organisation, line);
            }
            if (line.isReady()) {
                organisation.ready.addLast(line);
            }
            if (!tooOld) {
                return;
            }
            removeIfIdle(organisation, delivery.claim());
        }
    }

    private boolean mayBegin(OrganisationLines organisation) {
        return organisation.inFlight < places - inFlight;
    }

    private long freeBytes() {
        return limits.waitingMemory().toBytes() - waitingBytes;
    }

    private void begun(OrganisationLines organisation, EndpointLine line) {
        line.begun();
        organisation.inFlight++;
        inFlight++;
    }

    private void count(OrganisationLines organisation, Delivery delivery, int change) {
        waiting += change;
        waitingBytes += (long) change * delivery.bytes();
        organisation.waitingBytes += (long) change * delivery.bytes();
    }

    private void queueIfReady(OrganisationLines organisation, EndpointLine line) {
        if (line.isReady()) {
            organisation.ready.add(line);
            ready.add(organisation);
        }
    }

    private void removeIfIdle(OrganisationLines organisation, Claimed claim) {
        EndpointLine line = organisation.lines.get(claim.webhookId());
        if (line != null && line.isIdle()) {
            organisation.lines.remove(claim.webhookId());
        }
        if (organisation.lines.isEmpty()) {
            organisations.remove(organisation.id);
        }
    }

    private EndpointLine newLine() {
        return new EndpointLine(limits.inFlight(), limits.waiting());
    }
}
