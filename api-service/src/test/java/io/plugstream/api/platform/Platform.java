package io.plugstream.api.platform;

import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;

/** One real broker, one real database server and one quota-service for all tests of this JVM, with which they end. */
public final class Platform {

    private static final Platform INSTANCE = new Platform();

    private final PostgresServer postgres;
    private final KafkaBroker kafka;
    private final TokenProvider tokens = new TokenProvider();
    private final QuotaProcess quota;

    private Platform() {
        try {
            Path home = Files.createDirectories(Path.of("target", "platform"));
            this.postgres = PostgresServer.start(Files.createTempDirectory(home, "postgres"), 0);
            this.kafka = KafkaBroker.start(Files.createTempDirectory(home, "kafka"), 0);
            this.quota = new QuotaProcess(Files.createTempDirectory(home, "quota"), kafka.bootstrapServers());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Started on first use. */
    public static Platform get() {
        return INSTANCE;
    }

    public PostgresServer postgres() {
        return postgres;
    }

    public KafkaBroker kafka() {
        return kafka;
    }

    public TokenProvider tokens() {
        return tokens;
    }

    public QuotaProcess quota() {
        return quota;
    }
}
