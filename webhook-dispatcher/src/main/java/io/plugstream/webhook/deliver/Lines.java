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
 * All deliveries in flight and waiting, and whose turn is next. An endpoint has bounds of its own. Places in flight and
 * the memory for those that wait are shared by all organisations: each may take more as long as it has less than what is
 * still free (ADR 0023), so that none can take everything, however many webhooks and events it has. Safe for use by many
 * threads.
 */
final class Lines {

    /** What became of a delivery that came. */
    enum Place {
        /** It is counted as in flight: the caller begins it, and calls {@link #over} when it is over. */
        BEGINS,
        WAITS,
        FULL
    }

    /**
     * What follows from the end of a delivery.
     *
     * @param begin counted as in flight: the caller begins them
     * @param shed waited too long
     */
    record Next(List<Delivery> begin, List<Delivery> shed) {}

    private final DeliveryProperties limits;
    private final Map<String, OrganisationLines> organisations = new HashMap<>();
    private final SequencedSet<OrganisationLines> ready = new LinkedHashSet<>();

    /**
     * In flight, in all. Every POST that ends makes another: a process that has just started takes seconds for its first
     * ones, and what it begins meanwhile would run out of time.
     */
    private int places;

    private int inFlight;
    private int waiting;
    private long waitingBytes;

    /** @param places in flight to begin with */
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

    /** Whether the receiver took a delivery that is in flight. */
    synchronized void answered(Delivery delivery, boolean taken) {
        lineOf(delivery).answered(taken);
    }

    /** @param oldest what was claimed before that and still waits is shed */
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
            // Until no organisation that has its turn may begin one.
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

    /** Takes out all that wait. */
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
     * How many late deliveries the webhook of {@code claim} should be given: as many again as it may have in flight, so that
     * it never idles and little of what waits is lost with this process.
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

    /** The webhooks with the longest lines, longest first, with the number that waits; at most {@code most} of them. */
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

    /** Each organisation that may begins one; whether any did. */
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
