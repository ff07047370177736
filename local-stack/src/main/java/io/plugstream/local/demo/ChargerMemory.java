package io.plugstream.local.demo;

import io.plugstream.local.process.PrivateFiles;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a charger keeps when its power fails: its meter, in Wh, and the charging that is not over, so that each transaction is started once and stopped once.
 */
record ChargerMemory(int meter, @Nullable Charging charging) {
    /**
     * A charging that has begun.
     *
     * @param transactionId null until StartTransaction is answered
     * @param stoppedAt null until it is to be stopped
     */
    record Charging(
            Instant startedAt,
            int meterStart,
            @Nullable Integer transactionId,
            @Nullable Instant stoppedAt,
            int updates) {
        Charging startedAs(int id) {
            return new Charging(startedAt, meterStart, id, stoppedAt, updates);
        }

        Charging updated() {
            return new Charging(startedAt, meterStart, transactionId, stoppedAt, updates + 1);
        }

        Charging stoppedAt(Instant time) {
            return new Charging(startedAt, meterStart, transactionId, time, updates);
        }
    }

    static ChargerMemory read(Path file) throws IOException {
        return Files.exists(file)
                ? Json.mapper().readValue(Files.readString(file), ChargerMemory.class)
                : new ChargerMemory(0, null);
    }

    void write(Path file) throws IOException {
        PrivateFiles.write(file, Json.mapper().writeValueAsString(this));
    }
}
