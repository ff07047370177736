package io.plugstream.parts;

/** One broker of a {@link KafkaCluster}, which is also a controller. */
public final class ClusterBroker extends RealServer {

    private final int id;

    ClusterBroker(int id, Lifecycle lifecycle) {
        super(lifecycle);
        this.id = id;
    }

    /** Its node id, from 1. */
    public int id() {
        return id;
    }

    @Override
    public String toString() {
        return "broker " + id;
    }
}
