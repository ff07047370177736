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
import java.util.stream.Stream;
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
            awaitRegistered();
            assertThat(rebooted.exchange("[2,\"1\",\"Heartbeat\",{}]")).contains("currentTime");
        }
        assertThat(status("old")).isEqualTo(401);
        assertThat(status("new")).isEqualTo(101);
    }

    @Test
    void aChargerStaysConnectedWhileItsNewPasswordWaitsForTheReboot() throws Exception {
        register("old", null);
        try (RawCharger charger = welcome("old")) {
            register("old", "new");
            awaitRegistered();
            assertThat(status("wrong")).isEqualTo(401);
            assertThat(charger.exchange("[2,\"1\",\"Heartbeat\",{}]")).contains("currentTime");
            register("other", null);
            assertThat(charger.readCloseCode()).isEqualTo(1008);
        }
    }

    /** Waits until the gateway has read a later registration in the same partition. */
    private void awaitRegistered() throws Exception {
        ChargerId later = Stream.generate(() -> new ChargerId("demo", "CP-" + UUID.randomUUID()))
                .filter(other ->
                        Topics.CHARGER_REGISTRATIONS.partition(other) == Topics.CHARGER_REGISTRATIONS.partition(id))
                .findFirst()
                .orElseThrow();
        register(later, "later", null);
        welcome(later, "later").close();
    }

    private void register(String password, @Nullable String next) throws Exception {
        register(id, password, next);
    }

    private void register(ChargerId charger, String password, @Nullable String next) throws Exception {
        topics.write(
                Topics.CHARGER_REGISTRATIONS,
                charger,
                new ChargerRegistration(
                        charger.organisationId(),
                        charger.chargeBoxId(),
                        Mode.LIVE,
                        Sha256.hex(password),
                        Instant.EPOCH,
                        next == null ? null : new NextPassword(command, Sha256.hex(next))));
    }

    private RawCharger welcome(String password) {
        return welcome(id, password);
    }

    private static RawCharger welcome(ChargerId charger, String password) {
        return await().atMost(MOST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> shakeHands(charger, password), socket -> socket.status() == 101);
    }

    private int status(String password) throws Exception {
        try (RawCharger charger = shakeHands(id, password)) {
            return charger.status();
        }
    }

    private static RawCharger shakeHands(ChargerId charger, String password) throws Exception {
        String credentials = charger.chargeBoxId() + ':' + password;
        return RawCharger.shakeHands(gateway.port(), "/ocpp/" + charger, credentials.getBytes(StandardCharsets.UTF_8));
    }
}
