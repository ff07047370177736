package io.plugstream.local.demo;

import io.plugstream.local.process.PrivateFiles;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a charger keeps when its power fails: its meter, in Wh, the charging that is not over, so that each transaction is
 * started once and stopped once, and how the central system has set it.
 *
 * @param inoperative whether it may not begin to charge
 * @param sampleSeconds between meter values; null for the pause it was made with
 */
record ChargerMemory(
        int meter,
        @Nullable Charging charging,
        @Nullable Boolean inoperative,
        @Nullable Integer sampleSeconds) {

    /**
     * A charging that has begun.
     *
     * @param idTag null for the charger's own
     * @param transactionId null until StartTransaction is answered
     * @param stoppedAt null until it is to be stopped
     * @param reason why it is to be stopped, as StopTransaction says it
     */
    record Charging(
            Instant startedAt,
            @Nullable String idTag,
            int meterStart,
            @Nullable Integer transactionId,
            @Nullable Instant stoppedAt,
            @Nullable String reason,
            int updates) {
        Charging startedAs(int id) {
            return new Charging(startedAt, idTag, meterStart, id, stoppedAt, reason, updates);
        }

        Charging updated() {
            return new Charging(startedAt, idTag, meterStart, transactionId, stoppedAt, reason, updates + 1);
        }

        /** The first to stop it says why. */
        Charging stopped(Instant time, String why) {
            return stoppedAt == null
                    ? new Charging(startedAt, idTag, meterStart, transactionId, time, why, updates)
                    : this;
        }
    }

    ChargerMemory with(@Nullable Charging next) {
        return new ChargerMemory(meter, next, inoperative, sampleSeconds);
    }

    ChargerMemory metered(int reading) {
        return new ChargerMemory(reading, charging, inoperative, sampleSeconds);
    }

    ChargerMemory operative(boolean operative) {
        return new ChargerMemory(meter, charging, !operative, sampleSeconds);
    }

    ChargerMemory sampling(int seconds) {
        return new ChargerMemory(meter, charging, inoperative, seconds);
    }

    boolean isOperative() {
        return !Boolean.TRUE.equals(inoperative);
    }

    boolean isCharging() {
        return charging != null && charging.stoppedAt() == null;
    }

    /** The charging that has begun. */
    Charging present() {
        return Objects.requireNonNull(charging);
    }

    static ChargerMemory read(Path file) throws IOException {
        return Files.exists(file)
                ? Json.mapper().readValue(Files.readString(file), ChargerMemory.class)
                : new ChargerMemory(0, null, null, null);
    }

    void write(Path file) throws IOException {
        PrivateFiles.write(file, Json.mapper().writeValueAsString(this));
    }
}
