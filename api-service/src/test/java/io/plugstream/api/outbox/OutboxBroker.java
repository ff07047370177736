package io.plugstream.api.outbox;

import io.plugstream.local.kafka.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A broker for the tests of publishing, apart from that of the others, because a service removes at its start what its
 * own database does not know. One class at a time has a service on it. It ends with the JVM.
 */
final class OutboxBroker {

    private static final KafkaBroker BROKER = start();

    private OutboxBroker() {}

    static KafkaBroker get() {
        return BROKER;
    }

    private static KafkaBroker start() {
        try {
            Path home = Files.createDirectories(Path.of("target", "platform"));
            return KafkaBroker.start(Files.createTempDirectory(home, "outbox"), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
