package io.plugstream.local.demo;

import io.plugstream.local.process.PrivateFiles;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** What the first start created and later starts reuse: a test key and a webhook. */
record DemoState(String apiKey, String webhookId, String webhookSecret) {

    static Optional<DemoState> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.mapper().readValue(Files.readString(file), DemoState.class))
                    .filter(DemoState::isWhole);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read; delete it to set the demonstration up again", e);
        }
    }

    void write(Path file) throws IOException {
        PrivateFiles.write(file, Json.mapper().writeValueAsString(this));
    }

    @SuppressWarnings(
            "ConstantValue") // JSON can lack any of them, despite the types. The key may be a live one of an earlier
    // release.
    private boolean isWhole() {
        return apiKey != null && apiKey.startsWith("plug_test_") && webhookId != null && webhookSecret != null;
    }

    @Override
    public String toString() {
        return "DemoState[webhookId=" + webhookId + ']';
    }
}
