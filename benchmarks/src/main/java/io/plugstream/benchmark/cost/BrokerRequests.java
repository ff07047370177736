package io.plugstream.benchmark.cost;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** The requests that a broker has answered, by kind, from its own metrics. */
final class BrokerRequests implements AutoCloseable {

    private static final String METRICS = "kafka.network:type=RequestMetrics,name=RequestsPerSec,*";

    /** Kinds that the broker also counts as Fetch. */
    private static final Set<String> REPEATED = Set.of("FetchConsumer", "FetchFollower");

    private final Beans broker;

    private BrokerRequests(Beans broker) {
        this.broker = broker;
    }

    static BrokerRequests of(long pid) throws IOException {
        return new BrokerRequests(Beans.of(pid));
    }

    /** The number of each kind since the broker's start. */
    Map<String, Long> counts() throws IOException {
        Map<String, Long> counts = broker.sums(METRICS, "Count", name -> name.getKeyProperty("request"));
        counts.keySet().removeAll(REPEATED);
        return counts;
    }

    @Override
    public void close() throws IOException {
        broker.close();
    }
}
