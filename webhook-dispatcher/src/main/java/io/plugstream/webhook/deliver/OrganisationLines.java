package io.plugstream.webhook.deliver;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/** The lines of one organisation, and its share of the dispatcher's capacity. Guarded by {@link Lines}. */
final class OrganisationLines {

    final String id;
    final Map<String, EndpointLine> lines = new HashMap<>();
    /** Lines with a waiting delivery that the webhook's own limit allows to begin, in the order of their turns. */
    final SequencedSet<EndpointLine> ready = new LinkedHashSet<>();

    int inFlight;
    long waitingBytes;

    OrganisationLines(String id) {
        this.id = id;
    }
}
