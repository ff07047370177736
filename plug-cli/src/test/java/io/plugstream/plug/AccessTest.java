package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.plug.api.Failure;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key crosses the network in clear only if the user says so. */
class AccessTest {

    private static final String KEY = "plug_test_" + "a".repeat(49);

    @ParameterizedTest
    @CsvSource({"http://api.example.com, ''", "HTTP://api.example.com, false", "http://10.0.0.1:8080, 1"})
    void anotherMachineNeedsHttps(String address, String insecure) {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> access(address, insecure).api())
                .matches(failure -> failure.kind() == Failure.Kind.USAGE)
                .withMessageContaining("PLUGSTREAM_INSECURE=true")
                .withMessageNotContaining(KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.example.com", "http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:1"})
    void httpsAndThisMachineNeedNothing(String address) {
        assertThatCode(() -> access(address, "").api()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://api.example.com", "http://10.0.0.1:8080"})
    void theUserMayTrustTheNetwork(String address) {
        assertThatCode(() -> access(address, "true").api()).doesNotThrowAnyException();
    }

    @Test
    void aPortMustExist() {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> access("http://localhost:65536", "").api())
                .matches(failure -> failure.kind() == Failure.Kind.USAGE)
                .withMessageStartingWith("PLUGSTREAM_URL must be");
    }

    private static Access access(String address, String insecure) {
        Map<String, String> environment = new HashMap<>(Map.of("PLUGSTREAM_URL", address, "PLUGSTREAM_KEY", KEY));
        if (!insecure.isEmpty()) {
            environment.put("PLUGSTREAM_INSECURE", insecure);
        }
        return new Access(environment);
    }
}
