package io.plugstream.model.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SandboxStateTest {

    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00.000Z");
    private static final String MEMORY = "{\"queue\":[{\"energyWh\":1.5},\"é\",null,true]}";
    private static final SandboxState STATE = new SandboxState(
            "acme",
            "CP-1",
            NOW,
            MEMORY,
            7,
            NOW,
            new SandboxState.Equipment(SandboxProtocol.OCPP_1_6, 60, 11_000),
            new SandboxState.Shown(true, true, UUID.randomUUID(), 7, 1_200, 3),
            List.of(SandboxRun.begun(UUID.randomUUID(), "normalSession", NOW, NOW)));

    @Test
    void itsMemoryIsAnObjectInTheTopicAndTextInTheProcess() {
        byte[] written = write(STATE);
        assertThat(Json.mapper().readTree(written).path("memory"))
                .isEqualTo(Json.mapper().readTree(MEMORY));
        assertThat(Topics.SANDBOX_STATES.read(written)).hasValue(STATE);
    }

    @Test
    void theApiReadsAPartOfIt() {
        assertThat(Topics.SANDBOX_STATES.readAs(SandboxView.class).read(write(STATE)))
                .hasValue(new SandboxView(STATE.registeredAt(), STATE.shown(), STATE.runs()));
    }

    private static byte[] write(SandboxState state) {
        Topic<?, SandboxState> topic = Topics.SANDBOX_STATES;
        return topic.values().serializer().serialize(topic.name(), state);
    }
}
