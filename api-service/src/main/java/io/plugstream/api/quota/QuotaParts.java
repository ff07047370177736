package io.plugstream.api.quota;

import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/**
 * Which of quota-service is there. Calls of a partition are decided by one of its instances, so a part can be away while
 * decisions of the others flow: after a crash, and while work is handed over.
 */
final class QuotaParts {

    private final QuotaPresence whole;
    private final List<QuotaPresence> parts;

    QuotaParts(Duration silence, Duration partialSilence) {
        this.whole = new QuotaPresence(silence);
        this.parts = IntStream.range(0, Topics.API_CALLS.partitions())
                .mapToObj(_ -> new QuotaPresence(partialSilence))
                .toList();
    }

    /** Whether all of it is away. */
    boolean isAway() {
        return whole.isAway();
    }

    /** Whether what decides that organisation's calls is away. */
    boolean isAwayFor(String organisationId) {
        return whole.isAway() || parts.get(part(organisationId)).isAway();
    }

    /** How many parts are away. */
    int away() {
        return whole.isAway()
                ? parts.size()
                : (int) parts.stream().filter(QuotaPresence::isAway).count();
    }

    /** A decision of that organisation came; true if that ended an absence. */
    boolean heard(String organisationId) {
        boolean partBack = parts.get(part(organisationId)).heard();
        return whole.heard() || partBack;
    }

    /**
     * Time passes.
     *
     * @param waitingOrganisations of which calls wait
     * @return true if this moment began an absence
     */
    boolean tick(Stream<String> waitingOrganisations) {
        Set<Integer> waited = waitingOrganisations.map(QuotaParts::part).collect(Collectors.toSet());
        boolean begins = whole.tick(!waited.isEmpty());
        for (int part = 0; part < parts.size(); part++) {
            begins |= parts.get(part).tick(waited.contains(part));
        }
        return begins;
    }

    /** As Kafka's producers share keys out, so that a part is a partition, or some of them if there are more. */
    static int part(String organisationId) {
        return Utils.toPositive(Utils.murmur2(organisationId.getBytes(StandardCharsets.UTF_8)))
                % Topics.API_CALLS.partitions();
    }
}
