package io.plugstream.api.quota;

import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which parts of quota-service answer. One instance decides the calls of a partition, so a part can be unavailable
 * while others answer: after a crash, and during a rebalance.
 */
final class QuotaParts {

    private final QuotaAvailability whole;
    private final List<QuotaAvailability> parts;

    QuotaParts(Duration silence, Duration partialSilence) {
        this.whole = new QuotaAvailability(silence);
        this.parts = IntStream.range(0, Topics.API_CALLS.partitions())
                .mapToObj(_ -> new QuotaAvailability(partialSilence))
                .toList();
    }

    boolean isUnavailable() {
        return whole.isUnavailable();
    }

    boolean isUnavailable(int part) {
        return parts.get(part).isUnavailable();
    }

    /** Whether the part that decides the organisation's calls is unavailable. */
    boolean isUnavailableFor(String organisationId) {
        return isUnavailable(part(organisationId));
    }

    int unavailableParts() {
        return (int) parts.stream().filter(QuotaAvailability::isUnavailable).count();
    }

    /**
     * Notes a decision for that organisation; see {@link QuotaAvailability#decisionReceived}. After an outage of the
     * whole, too, it ends that of its own part only: the others may have more calls to work off.
     */
    synchronized boolean decisionReceived(String organisationId, boolean recent) {
        boolean partBack = parts.get(part(organisationId)).decisionReceived(recent);
        return whole.decisionReceived(recent) || partBack;
    }

    /**
     * Counts a tick of silence. If the whole becomes unavailable, each part does.
     *
     * @param waitingOrganisations organisations with waiting calls
     * @return true if an outage began with this tick
     */
    synchronized boolean tick(Stream<String> waitingOrganisations) {
        Set<Integer> waited = waitingOrganisations.map(QuotaParts::part).collect(Collectors.toSet());
        boolean begins = whole.tick(!waited.isEmpty());
        if (begins) {
            parts.forEach(QuotaAvailability::becomeUnavailable);
        }
        for (int part = 0; part < parts.size(); part++) {
            begins |= parts.get(part).tick(waited.contains(part));
        }
        return begins;
    }

    static int part(String organisationId) {
        return Topics.API_CALLS.partition(organisationId);
    }
}
