package io.plugstream.webhook.deliver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * All deliveries in flight and waiting, and their order. Each webhook has its own limits. Organisations share the slots
 * for POSTs and the memory of waiting deliveries: each may take more while it has less than what is still free (ADR
 * 23), so that none can take everything. Thread-safe.
 */
final class DeliveryQueues {

    enum OfferResult {
        /** Counted as in flight: the caller begins it, and calls {@link #release} at its end. */
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
    private final Map<String, OrganisationQueues> organisations = new HashMap<>();
    private final SequencedSet<OrganisationQueues> ready = new LinkedHashSet<>();

    /** Idle queues of webhooks that failed, so that they get few POSTs at a time when their next event comes. */
    private final Cache<String, WebhookQueue> failed = Caffeine.newBuilder()
            .expireAfterWrite(AttemptTimes.REMEMBERED)
            .maximumSize(AttemptTimes.MOST_WEBHOOKS)
            .build();

    /**
     * Slots for POSTs of all webhooks; each POST that ends adds one. The first POSTs of a new process take seconds, and
     * too many begun meanwhile would time out.
     */
    private int slots;

    private int inFlight;
    private int waiting;
    private long waitingBytes;

    /** @param slots how many POSTs may be in flight at first */
    DeliveryQueues(DeliveryProperties limits, int slots) {
        this.limits = limits;
        this.slots = Math.min(slots, limits.inFlightInAll());
    }

    synchronized OfferResult offer(Delivery delivery) {
        OrganisationQueues organisation =
                organisations.computeIfAbsent(delivery.claim().organisationId(), OrganisationQueues::new);
        WebhookQueue queue =
                organisation.queues.computeIfAbsent(delivery.claim().webhookId(), this::queue);
        if (queue.hasFreeSlot() && queue.waiting() == 0 && mayBegin(organisation)) {
            begun(organisation, queue);
            return OfferResult.BEGINS;
        }
        if (queue.hasRoom() && organisation.waitingBytes + delivery.bytes() <= freeBytes()) {
            queue.add(delivery);
            count(organisation, delivery, 1);
            queueIfReady(organisation, queue);
            return OfferResult.WAITS;
        }
        removeIfIdle(organisation, delivery.claim());
        return OfferResult.FULL;
    }

    /** Reports whether the receiver accepted a delivery that is in flight. */
    synchronized void answered(Delivery delivery, boolean accepted) {
        queueOf(delivery).answered(accepted);
    }

    /** @param now by the clock of {@link Delivery#claimedNanos} */
    synchronized Next release(Delivery ended, long now) {
        OrganisationQueues organisation = organisationOf(ended);
        WebhookQueue queue = queueOf(ended);
        queue.ended();
        organisation.inFlight--;
        inFlight--;
        slots = Math.min(slots + 1, limits.inFlightInAll());
        queueIfReady(organisation, queue);
        Next next = new Next(new ArrayList<>(1), new ArrayList<>(0));
        while (takeTurns(next, now)) {
            // Repeats until no organisation may begin another delivery.
        }
        removeIfIdle(organisation, ended.claim());
        return next;
    }

    private OrganisationQueues organisationOf(Delivery inFlight) {
        return Objects.requireNonNull(organisations.get(inFlight.claim().organisationId()));
    }

    private WebhookQueue queueOf(Delivery inFlight) {
        return Objects.requireNonNull(
                organisationOf(inFlight).queues.get(inFlight.claim().webhookId()));
    }

    /** Removes and returns all waiting deliveries. */
    synchronized List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>();
        for (OrganisationQueues organisation : organisations.values()) {
            organisation.queues.values().forEach(queue -> all.addAll(queue.clear()));
            organisation.ready.clear();
            organisation.waitingBytes = 0;
        }
        ready.clear();
        waiting = 0;
        waitingBytes = 0;
        return all;
    }

    /**
     * How many more late deliveries all webhooks together should be given, so that as many wait for a slot as there
     * are: no slot is ever idle, and none waits for long or finds the memory full.
     */
    synchronized int room() {
        return slots
                - ready.stream()
                        .flatMap(organisation -> organisation.ready.stream())
                        .mapToInt(WebhookQueue::ready)
                        .sum();
    }

    /** Whether a delivery of this webhook waits only because the slots of all webhooks are taken. */
    synchronized boolean waitsForOthers(Claimed claim) {
        WebhookQueue queue = find(claim);
        return queue != null && queue.isReady();
    }

    /**
     * How many more late deliveries the webhook of {@code claim} should be given: up to twice its slots, so that it is
     * never idle and a crash of this process loses few waiting deliveries.
     */
    synchronized int room(Claimed claim) {
        WebhookQueue queue = find(claim);
        return queue == null ? 2 * limits.inFlight() : queue.room();
    }

    /** How long attempts of the webhook of {@code claim} may take on average, if {@code usual} with all its slots. */
    synchronized Duration patience(Claimed claim, Duration usual) {
        WebhookQueue queue = find(claim);
        return queue == null ? usual : queue.patience(usual);
    }

    private @Nullable WebhookQueue find(Claimed claim) {
        OrganisationQueues organisation = organisations.get(claim.organisationId());
        WebhookQueue queue = organisation == null ? null : organisation.queues.get(claim.webhookId());
        return queue == null ? failed.getIfPresent(claim.webhookId()) : queue;
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized int waiting() {
        return waiting;
    }

    /**
     * The webhooks with the longest queues and their numbers of waiting deliveries, longest first; at most
     * {@code most}.
     */
    synchronized Map<String, Integer> longest(int most) {
        Map<String, Integer> longest = new LinkedHashMap<>();
        organisations.values().stream()
                .flatMap(organisation -> organisation.queues.entrySet().stream())
                .filter(queue -> queue.getValue().waiting() > 0)
                .sorted(Comparator.comparingInt(queue -> -queue.getValue().waiting()))
                .limit(most)
                .forEach(queue -> longest.put(queue.getKey(), queue.getValue().waiting()));
        return longest;
    }

    /** Lets each organisation that may begin one delivery do so; returns whether any began. */
    private boolean takeTurns(Next next, long now) {
        int begunBefore = next.begin().size();
        for (OrganisationQueues organisation : List.copyOf(ready)) {
            if (mayBegin(organisation)) {
                ready.remove(organisation);
                beginOne(organisation, next, now);
                if (!organisation.ready.isEmpty()) {
                    ready.addLast(organisation);
                }
            }
        }
        return next.begin().size() > begunBefore;
    }

    private void beginOne(OrganisationQueues organisation, Next next, long now) {
        while (!organisation.ready.isEmpty()) {
            WebhookQueue queue = organisation.ready.removeFirst();
            if (!queue.isReady()) {
                // It has fewer slots than when it became ready. The end of one of its POSTs makes it ready again.
                continue;
            }
            Delivery delivery = queue.poll();
            count(organisation, delivery, -1);
            boolean tooOld = limits.isLate(delivery, now);
            if (tooOld) {
                next.shed().add(delivery);
            } else {
                next.begin().add(delivery);
                begun(organisation, queue);
            }
            if (queue.isReady()) {
                organisation.ready.addLast(queue);
            }
            if (!tooOld) {
                return;
            }
            removeIfIdle(organisation, delivery.claim());
        }
    }

    private boolean mayBegin(OrganisationQueues organisation) {
        return organisation.inFlight < slots - inFlight;
    }

    private long freeBytes() {
        return limits.waitingMemory().toBytes() - waitingBytes;
    }

    private void begun(OrganisationQueues organisation, WebhookQueue queue) {
        queue.begun();
        organisation.inFlight++;
        inFlight++;
    }

    private void count(OrganisationQueues organisation, Delivery delivery, int change) {
        waiting += change;
        waitingBytes += (long) change * delivery.bytes();
        organisation.waitingBytes += (long) change * delivery.bytes();
    }

    private void queueIfReady(OrganisationQueues organisation, WebhookQueue queue) {
        if (queue.isReady()) {
            organisation.ready.add(queue);
            ready.add(organisation);
        }
    }

    private void removeIfIdle(OrganisationQueues organisation, Claimed claim) {
        WebhookQueue queue = organisation.queues.get(claim.webhookId());
        if (queue != null && queue.isIdle()) {
            organisation.queues.remove(claim.webhookId());
            if (queue.hasFailed()) {
                failed.put(claim.webhookId(), queue);
            }
        }
        if (organisation.queues.isEmpty()) {
            organisations.remove(organisation.id);
        }
    }

    private WebhookQueue queue(String webhookId) {
        WebhookQueue idle = failed.asMap().remove(webhookId);
        return idle == null ? new WebhookQueue(limits.inFlight(), limits.waiting()) : idle;
    }
}
