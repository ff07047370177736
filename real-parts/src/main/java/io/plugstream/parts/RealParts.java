package io.plugstream.parts;

import java.util.Map;

/**
 * Kafka and PostgreSQL for the tests of this JVM, in containers or as processes (see {@link ServerRuntime}).
 * {@link #kafka()} and {@link #postgres()} start shared servers on first use, so tests use their own names for topics,
 * groups and databases, or clean up. A test that stops, kills or pauses a server creates its own, or starts the shared
 * one again if no part of another test would notice.
 */
public final class RealParts {

    private RealParts() {}

    public static Kafka kafka() {
        return SharedKafka.KAFKA;
    }

    public static Postgres postgres() {
        return SharedPostgres.POSTGRES;
    }

    /** A new broker, which the test must close. */
    public static Kafka newKafka() {
        return switch (ServerRuntime.of(Kafka.IMAGE)) {
            case CONTAINER -> Kafka.container();
            case PROCESS -> Kafka.process();
        };
    }

    /** A new broker that forgets a transactional id after 5 s without a transaction. The test must close it. */
    public static Kafka newForgetfulKafka() {
        return Kafka.process(Map.of(
                "transactional.id.expiration.ms", "5000",
                "transaction.remove.expired.transaction.cleanup.interval.ms", "500"));
    }

    /** A new server, which the test must close. */
    public static Postgres newPostgres() {
        return switch (ServerRuntime.of(Postgres.IMAGE)) {
            case CONTAINER -> Postgres.container();
            case PROCESS -> Postgres.process();
        };
    }

    /**
     * A broker with a second listener, {@link Kafka#securedServers()}, which requires TLS and a password and enforces
     * ACLs. At {@link Kafka#bootstrapServers()} the test may do everything. The test must close the broker.
     */
    public static Kafka newSecuredKafka(ServerCertificate certificate) {
        return Kafka.secured(certificate);
    }

    /**
     * A broker with a second listener, {@link Kafka#proxiedServers()}, behind a proxy that simulates network failures.
     * {@link Kafka#bootstrapServers()} bypasses the proxy. The test must close the broker.
     */
    public static Kafka newProxiedKafka() {
        return Kafka.proxied();
    }

    /** A server that rejects clients without TLS. The test must close it. */
    public static Postgres newEncryptedPostgres(ServerCertificate certificate) {
        return Postgres.encrypted(certificate);
    }

    private static <P extends RealServer> P untilTheEnd(P server) {
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }

    private static final class SharedKafka {
        static final Kafka KAFKA = untilTheEnd(newKafka());
    }

    private static final class SharedPostgres {
        static final Postgres POSTGRES = untilTheEnd(newPostgres());
    }
}
