package io.plugstream.local.demo;

import io.plugstream.local.process.PrivateFiles;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** What the demonstration was given at its first start, and needs at the next: a key, a charger and a webhook. */
record DemoState(
        String apiKey,
        String chargeBoxId,
        String chargerPassword,
        String connectionUrl,
        String webhookId,
        String webhookUrl,
        String webhookSecret) {

    static Optional<DemoState> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.mapper().readValue(Files.readString(file), DemoState.class))
                    .filter(DemoState::isWhole);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read; delete it to set the demonstration up anew", e);
        }
    }

    void write(Path file) throws IOException {
        PrivateFiles.write(file, Json.mapper().writeValueAsString(this));
    }

    @SuppressWarnings("ConstantValue") // JSON can lack any of them, whatever the types say.
    private boolean isWhole() {
        return apiKey != null
                && chargerPassword != null
                && connectionUrl != null
                && webhookId != null
                && webhookSecret != null;
    }

    @Override
    public String toString() {
        return "DemoState[chargeBoxId=" + chargeBoxId + ", webhookId=" + webhookId + ']';
    }
}
