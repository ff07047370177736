package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A charger gets a new password over OCPP 1.6: the OCA's case TC_073, with its example of a password. */
class PasswordChangeIT {

    private static final String PASSWORD = "OCA_OCTT_admin_test";
    private static final String DIGITS = "4F43415F4F4354545F61646D696E5F74657374";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void aChargerConnectsOnlyWithThePasswordThatItAccepted() throws Exception {
        Organisation organisation = Organisation.create(platform, "password", "Starter");
        try (ChargePoint before = organisation.registerCharger("CP-1");
                ChargePoint after = before.withPassword(PASSWORD)) {
            before.connect();
            before.boot("Acme", "One");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() ->
                            organisation.get("/api/v1/chargers/CP-1").body().contains("\"online\""));

            HttpResponse<String> changed = organisation.post(
                    "/api/v1/chargers/CP-1/commands",
                    Map.of(
                            "action",
                            "ChangeConfiguration",
                            "payload",
                            Map.of("key", "AuthorizationKey", "value", DIGITS)));

            assertThat(changed.body()).contains("\"accepted\"");
            before.closed().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            after.connect();
            after.heartbeat();
            assertThatThrownBy(before::connect).isNotNull();
        }
    }
}
