package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.model.json.Json;
import io.plugstream.parts.NpmModules;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** npm libraries verify signatures of {@code plug listen}, as Java libraries do in {@link SignerTest}. */
class NodeLibrariesIT {

    private static final String BODY = "{\"event\":\"charger.connected\",\"data\":{\"chargeBoxId\":\"CP-ä\"}}";
    private static final Path SCRIPT = Path.of("src/test/node/verify.cjs").toAbsolutePath();

    @ParameterizedTest
    @CsvSource({"standardwebhooks, 1.1.1", "svix, 1.60.0"})
    void libraryVerifiesOurSignature(String library, String version) throws Exception {
        Optional<Path> home = NpmModules.install(library, version);
        assumeTrue(
                home.isPresent() || "required".equals(System.getProperty("plugstream.tools")),
                "npm's " + library + " cannot be had");
        assertThat(home).isPresent();
        String secret = Signer.newSecret(new SecureRandom());
        Instant now = Instant.now();
        Map<String, String> headers = Map.of(
                "webhook-id",
                "id-1",
                "webhook-timestamp",
                Long.toString(now.getEpochSecond()),
                "webhook-signature",
                new Signer(secret).sign("id-1", now, BODY.getBytes(StandardCharsets.UTF_8)));

        assertThat(verified(home.orElseThrow(), library, secret, BODY, headers)).isEqualTo(BODY);
        assertThat(verified(home.orElseThrow(), library, secret, BODY + " ", headers))
                .contains("WebhookVerificationError");
    }

    /** The output of the library for a request. */
    private static String verified(Path home, String library, String secret, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        Process node = new ProcessBuilder("node", SCRIPT.toString(), library, secret)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = node.getOutputStream()) {
            in.write(Json.mapper().writeValueAsBytes(Map.of("body", body, "headers", headers)));
        }
        String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return said.strip();
    }
}
