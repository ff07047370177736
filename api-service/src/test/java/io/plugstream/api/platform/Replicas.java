package io.plugstream.api.platform;

import java.util.Arrays;
import java.util.stream.Stream;

/** Replicas that all tests share, because starting one takes seconds. They stop with the JVM. */
public final class Replicas {

    /** On a busy machine quota-service, Kafka and PostgreSQL may respond more slowly than production allows. */
    private static final String[] PATIENT = {
        "--plugstream.quota.silence=3s",
        "--plugstream.quota.partial-silence=3s",
        "--plugstream.quota.patience=10s",
        "--plugstream.log.acknowledgement-timeout=10s",
        "--plugstream.database.silence=10s"
    };

    private static final ApiReplica FIRST = ApiReplica.ready(PATIENT);

    private Replicas() {}

    public static ApiReplica first() {
        return FIRST;
    }

    public static ApiReplica second() {
        return Second.REPLICA;
    }

    /** Starts a further replica, which the test must close. */
    public static ApiReplica another() {
        return ApiReplica.ready(PATIENT);
    }

    /** A replica with a high limit of failed authentications, and with an allowed origin for CORS. */
    public static ApiReplica open() {
        return Open.REPLICA;
    }

    private static final class Second {

        static final ApiReplica REPLICA = ApiReplica.ready(PATIENT);
    }

    private static final class Open {

        static final ApiReplica REPLICA = ApiReplica.ready(Stream.concat(
                        Arrays.stream(PATIENT),
                        Stream.of(
                                "--plugstream.shield.failures-per-minute=10000",
                                "--plugstream.cors.allowed-origins=https://portal.example.com"))
                .toArray(String[]::new));
    }
}
