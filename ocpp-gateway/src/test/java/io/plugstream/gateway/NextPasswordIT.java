package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A charger uses a new password after a reboot only (ADR 119). */
class NextPasswordIT {

    private static final Duration MOST = Duration.ofSeconds(20);

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    private final ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
    private final UUID command = UUID.randomUUID();

    @Test
    void bothPasswordsAreRightUntilTheNewOneIsUsed() throws Exception {
        register("old", "new");

        try (RawCharger before = welcome("old")) {
            assertThat(before.status()).isEqualTo(101);
            assertThat(topics.read(Topics.COMMAND_RESULTS, id)).isEmpty();
        }
        try (RawCharger rebooted = welcome("new")) {
            await().atMost(MOST)
                    .untilAsserted(() -> assertThat(topics.read(Topics.COMMAND_RESULTS, id))
                            .singleElement()
                            .isInstanceOfSatisfying(
                                    CommandResult.PasswordUsed.class,
                                    used -> assertThat(used.commandId()).isEqualTo(command)));
            register("new", null);
            await().atMost(MOST).until(() -> status("old") == 401);
            assertThat(rebooted.exchange("[2,\"1\",\"Heartbeat\",{}]")).contains("currentTime");
        }
        assertThat(status("new")).isEqualTo(101);
    }

    @Test
    void aChargerStaysConnectedWhileItsNewPasswordWaitsForTheReboot() throws Exception {
        register("old", null);
        try (RawCharger charger = welcome("old")) {
            register("old", "new");
            await().atMost(MOST).until(() -> status("wrong") == 401);

            assertThat(charger.exchange("[2,\"1\",\"Heartbeat\",{}]")).contains("currentTime");
            register("other", null);
            assertThat(charger.readCloseCode()).isEqualTo(1008);
        }
    }

    private void register(String password, @Nullable String next) throws Exception {
        topics.write(
                Topics.CHARGER_REGISTRATIONS,
                id,
                new ChargerRegistration(
                        id.organisationId(),
                        id.chargeBoxId(),
                        Mode.LIVE,
                        Sha256.hex(password),
                        Instant.EPOCH,
                        next == null ? null : new NextPassword(command, Sha256.hex(next))));
    }

    private RawCharger welcome(String password) {
        return await().atMost(MOST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> shakeHands(password), charger -> charger.status() == 101);
    }

    private int status(String password) throws Exception {
        try (RawCharger charger = shakeHands(password)) {
            return charger.status();
        }
    }

    private RawCharger shakeHands(String password) throws Exception {
        String credentials = id.chargeBoxId() + ':' + password;
        return RawCharger.shakeHands(gateway.port(), "/ocpp/" + id, credentials.getBytes(StandardCharsets.UTF_8));
    }
}
