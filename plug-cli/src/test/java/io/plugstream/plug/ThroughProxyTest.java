package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way to the API through a proxy that the environment names. */
class ThroughProxyTest {

    @TempDir
    Path directory;

    private final StringWriter errors = new StringWriter();

    @Test
    void theApiIsReachedThroughTheProxy() throws Exception {
        try (var proxy = FakeApi.answering(200, _ -> "{\"apiKeys\":[]}")) {
            assertThat(keys(
                            "http://api.invalid",
                            Map.of("HTTP_PROXY", proxy.uri().toString())))
                    .isZero();
            assertThat(proxy.asked())
                    .singleElement()
                    .satisfies(asked -> assertThat(asked.uri()).hasToString("http://api.invalid/api/v1/auth/api-keys"));
        }
    }

    @Test
    void thisMachineIsReachedDirectly() throws Exception {
        try (var api = FakeApi.answering(200, _ -> "{\"apiKeys\":[]}")) {
            assertThat(keys(api.uri().toString(), Map.of("HTTP_PROXY", "http://localhost:1")))
                    .isZero();
        }
    }

    @Test
    void anUnreachableProxyIsNamed() throws Exception {
        assertThat(keys("https://api.invalid", Map.of("https_proxy", "http://localhost:1")))
                .isEqualTo(3);
        assertThat(errors.toString())
                .contains("https://api.invalid cannot be reached through the proxy localhost:1: nobody listens there");
    }

    @Test
    void aProxyOfAnotherKindIsWrongUse() throws Exception {
        assertThat(keys("https://api.invalid", Map.of("HTTPS_PROXY", "http://user:secret@proxy.invalid:3128")))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("HTTPS_PROXY must be").doesNotContain("secret");
    }

    private int keys(String address, Map<String, String> proxies) throws Exception {
        var file = Files.writeString(directory.resolve("key"), "plug_test_" + "a".repeat(49));
        var environment = new HashMap<>(proxies);
        environment.put("PLUGSTREAM_URL", address);
        environment.put("PLUGSTREAM_INSECURE", "true");
        return Plug.commandLine(environment)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(errors, true))
                .execute("keys", "--key-file", file.toString());
    }
}
