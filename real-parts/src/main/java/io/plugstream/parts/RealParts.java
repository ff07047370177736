package io.plugstream.parts;

/**
 * Kafka and PostgreSQL for the tests of this JVM: in containers or as processes, as {@link Vessel} says. Tests share the one that
 * {@link #kafka()} and {@link #postgres()} give, started when first asked for, so they name topics, groups and databases apart or
 * clean up. A test that stops, kills or pauses its part takes a new one.
 */
public final class RealParts {

    private RealParts() {}

    public static Kafka kafka() {
        return SharedKafka.KAFKA;
    }

    public static Postgres postgres() {
        return SharedPostgres.POSTGRES;
    }

    /** A broker of the test's own, which closes it. */
    public static Kafka newKafka() {
        return switch (Vessel.of(Kafka.IMAGE)) {
            case CONTAINER -> Kafka.container();
            case PROCESS -> Kafka.process();
        };
    }

    /** A server of the test's own, which closes it. */
    public static Postgres newPostgres() {
        return switch (Vessel.of(Postgres.IMAGE)) {
            case CONTAINER -> Postgres.container();
            case PROCESS -> Postgres.process();
        };
    }

    /**
     * A broker with a second listener for users with a password over TLS who may do what ACLs allow, {@link Kafka#securedServers()};
     * at {@link Kafka#bootstrapServers()} the test may do everything. The test closes it.
     */
    public static Kafka newSecuredKafka(ServerCertificate certificate) {
        return Kafka.secured(certificate);
    }

    /**
     * A broker with a second listener, {@link Kafka#distantServers()}, behind a network that can fail; at {@link Kafka#bootstrapServers()}
     * the test reaches it whatever becomes of that. The test closes it.
     */
    public static Kafka newDistantKafka() {
        return Kafka.distant();
    }

    /** A server that refuses clients without TLS. The test closes it. */
    public static Postgres newEncryptedPostgres(ServerCertificate certificate) {
        return Postgres.encrypted(certificate);
    }

    private static <P extends Part> P untilTheEnd(P part) {
        Runtime.getRuntime().addShutdownHook(new Thread(part::close));
        return part;
    }

    private static final class SharedKafka {
        static final Kafka KAFKA = untilTheEnd(newKafka());
    }

    private static final class SharedPostgres {
        static final Postgres POSTGRES = untilTheEnd(newPostgres());
    }
}
