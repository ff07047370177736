package io.plugstream.api.platform;

/** Two replicas that all tests share, because starting one takes seconds. They end with the JVM. */
public final class Replicas {

    private static final ApiReplica FIRST = ApiReplica.ready();

    private Replicas() {}

    public static ApiReplica first() {
        return FIRST;
    }

    public static ApiReplica second() {
        return Second.REPLICA;
    }

    private static final class Second {

        static final ApiReplica REPLICA = ApiReplica.ready();
    }
}
