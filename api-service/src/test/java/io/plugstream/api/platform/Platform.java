package io.plugstream.api.platform;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.Postgres;
import io.plugstream.parts.RealParts;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One real broker, one quota-service and the first database of the tests' server, shared by all tests and stopped with
 * this JVM.
 */
public final class Platform {

    private static final Platform INSTANCE = new Platform();

    private final Postgres postgres = RealParts.postgres();
    private final Kafka kafka;
    private final TokenProvider tokens = new TokenProvider();
    private final QuotaProcess quota;

    private Platform() {
        try {
            Path home = Files.createDirectories(Path.of("target", "platform"));
            this.kafka = RealParts.newKafka();
            this.quota = new QuotaProcess(Files.createTempDirectory(home, "quota"), kafka.bootstrapServers());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
    }

    /** Started on first use. */
    public static Platform get() {
        return INSTANCE;
    }

    public Postgres postgres() {
        return postgres;
    }

    public Kafka kafka() {
        return kafka;
    }

    public TokenProvider tokens() {
        return tokens;
    }

    public QuotaProcess quota() {
        return quota;
    }
}
