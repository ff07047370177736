package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VariableNameTest {

    @Test
    void thePageListsEveryKeyAndItsVariable() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "ocpp201.md")))
                .containsAll(VariableName.KEYS.entrySet().stream()
                        .map(key -> "| `%s` | `%s` |".formatted(key.getKey(), key.getValue()))
                        .toList());
    }

    @Test
    void everyKeyHasAVariable() {
        assertThat(VariableName.KEYS.keySet())
                .allSatisfy(key -> assertThat(VariableName.ofKey(key)).isPresent());
    }

    @Test
    void keysAreFoundInAnyCase() {
        assertThat(VariableName.ofKey("authorizationKEY"))
                .isPresent()
                .isEqualTo(VariableName.ofKey("AuthorizationKey"));
    }
}
