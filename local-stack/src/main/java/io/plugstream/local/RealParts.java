package io.plugstream.local;

import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One Kafka broker and one PostgreSQL server for all tests of a test JVM, each started when first asked for and stopped when the JVM ends.
 * Tests share them, so they name topics, groups and databases apart, or clean up. A test that kills or pauses its part starts one of its own.
 */
public final class RealParts {
    private RealParts() {}

    public static KafkaBroker kafka() {
        return Kafka.BROKER;
    }

    public static PostgresServer postgres() {
        return Postgres.SERVER;
    }

    private static final class Kafka {
        static final KafkaBroker BROKER = started();

        private static KafkaBroker started() {
            var directory = temporary("kafka");
            var broker = KafkaBroker.start(directory, 0);
            atEnd(broker::stop, directory);
            return broker;
        }
    }

    private static final class Postgres {
        static final PostgresServer SERVER = started();

        private static PostgresServer started() {
            var directory = temporary("postgres");
            var server = PostgresServer.start(directory, 0);
            atEnd(server::stop, directory);
            return server;
        }
    }

    private static Path temporary(String part) {
        try {
            return Files.createTempDirectory("plugstream-" + part + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void atEnd(Runnable stop, Path directory) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.run();
            try {
                Directories.delete(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }
}
