package io.plugstream.api.command;

import static io.plugstream.api.command.StationOwner.BOX;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.Platform;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords that a charger may use beside its earlier one (ADR 119). */
class NextPasswordIT {

    private static final String FIRST = "0123456789abcdef0123456789abcdef+";
    private static final String SECOND = "fedcba9876543210fedcba9876543210+";

    private static final String THIRD = "00112233445566778899aabbccddeeff+";

    private final StationOwner owner = new StationOwner();
    private final ChargerId charger = new ChargerId(owner.tenant.id(), BOX);
    private final TopicWatch<ChargerId, ChargerRegistration> topic =
            new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS);

    @AfterEach
    void close() {
        topic.close();
    }

    @Test
    void aPasswordThatNeedsARebootIsTheOnlyOneOnceTheChargerUsedIt() throws Exception {
        owner.connect("ocpp1.6");
        String old = await(Objects::nonNull).passwordHash();
        try (TestGateway gateway = gateway("RebootRequired")) {
            change(FIRST);
            ChargerCommand first = gateway.commands().getLast();

            ChargerRegistration both = await(known -> known.nextPassword() != null);
            assertThat(both.passwordHash()).isEqualTo(old);
            assertThat(both.nextPassword()).isEqualTo(new NextPassword(first.commandId(), Sha256.hex(FIRST)));

            gateway.tell(first, used(first), used(first));
            assertThat(await(known -> known.nextPassword() == null).passwordHash())
                    .isEqualTo(Sha256.hex(FIRST));
        }
    }

    @Test
    void theUseOfAPasswordThatWasSetAgainDoesNotTakeTheLaterOne() throws Exception {
        owner.connect("ocpp1.6");
        String old = await(Objects::nonNull).passwordHash();
        try (TestGateway gateway = gateway("RebootRequired")) {
            change(FIRST);
            change(SECOND);
            ChargerCommand first = gateway.commands().getFirst();
            gateway.tell(first, used(first));
            // Its answer follows the report of the use.
            change(THIRD);
            ChargerCommand third = gateway.commands().getLast();

            ChargerRegistration both = await(known -> known.nextPassword() != null
                    && known.nextPassword().commandId().equals(third.commandId()));
            assertThat(both.passwordHash()).isEqualTo(old);

            gateway.tell(third, used(third));
            assertThat(await(known -> known.nextPassword() == null).passwordHash())
                    .isEqualTo(Sha256.hex(THIRD));
        }
    }

    /** The charger answers after the command has timed out, and the answer is read twice. */
    @Test
    void aRepeatedLateAnswerDoesNotBringBackAPasswordThatHasEnded() throws Exception {
        owner.connect("ocpp1.6");
        AtomicBoolean answers = new AtomicBoolean();
        try (TestGateway gateway = owner.gateway(command -> answers.get() ? List.of(reboots(command)) : List.of())) {
            assertThat(set(FIRST)).isEqualTo("timed_out");
            ChargerCommand late = gateway.commands().getLast();
            gateway.tell(late, reboots(late));
            await(known -> known.nextPassword() != null);
            owner.live.post("/api/v1/chargers/" + BOX + "/password", "");
            String set = await(known -> known.nextPassword() == null).passwordHash();

            gateway.tell(late, reboots(late), used(late));
            answers.set(true);
            change(SECOND);
            ChargerCommand second = gateway.commands().getLast();
            assertThat(await(known -> known.nextPassword() != null
                                    && known.nextPassword().commandId().equals(second.commandId()))
                            .passwordHash())
                    .isEqualTo(set);
        }
    }

    /** The charger may have stored the new password, or may not. */
    @ParameterizedTest
    @EnumSource(names = {"CONNECTION_LOST", "TIMED_OUT", "UNREADABLE_ANSWER"})
    void bothPasswordsAreValidIfTheAnswerIsLost(CommandFailure failure) throws Exception {
        owner.connect("ocpp1.6");
        String old = await(Objects::nonNull).passwordHash();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.sent(command), TestGateway.failed(command, failure)))) {
            set(FIRST);
            ChargerCommand lost = gateway.commands().getLast();

            ChargerRegistration both = await(known -> known.nextPassword() != null);
            assertThat(both.passwordHash()).isEqualTo(old);
            assertThat(both.nextPassword()).isEqualTo(new NextPassword(lost.commandId(), Sha256.hex(FIRST)));

            gateway.tell(lost, used(lost));
            assertThat(await(known -> known.nextPassword() == null).passwordHash())
                    .isEqualTo(Sha256.hex(FIRST));
        }
    }

    @Test
    void aPasswordThatWasNotSentOrWasRefusedIsNotValid() throws Exception {
        owner.connect("ocpp1.6");
        Deque<Function<ChargerCommand, List<CommandResult>>> chargers = new ArrayDeque<>(List.of(
                command -> List.of(TestGateway.failed(command, CommandFailure.CONNECTION_LOST)),
                command -> List.of(TestGateway.failed(command, CommandFailure.QUEUE_FULL)),
                command -> List.of(TestGateway.sent(command), TestGateway.refused(command, "InternalError")),
                command -> List.of(TestGateway.sent(command), TestGateway.answered(command, "{'status':'Rejected'}"))));
        try (TestGateway _ =
                owner.gateway(command -> Objects.requireNonNull(chargers.poll()).apply(command))) {
            while (!chargers.isEmpty()) {
                set(FIRST);
                assertThat(owner.stored("next_password_hash")).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accepted", "RebootRequired", "Rejected"})
    void bothPasswordsAreValidUntilALateAnswer(String status) throws Exception {
        owner.connect("ocpp1.6");
        String old = await(Objects::nonNull).passwordHash();
        try (TestGateway gateway = owner.gateway(command -> List.of(TestGateway.sent(command)))) {
            set(FIRST);
            ChargerCommand late = gateway.commands().getLast();
            ChargerRegistration both = await(known -> known.nextPassword() != null);
            assertThat(both.passwordHash()).isEqualTo(old);
            assertThat(both.nextPassword()).isEqualTo(new NextPassword(late.commandId(), Sha256.hex(FIRST)));

            gateway.tell(late, TestGateway.answered(late, "{'status':'%s'}".formatted(status)));
            if (status.equals("RebootRequired")) {
                gateway.tell(late, used(late));
            }
            assertThat(await(known -> known.nextPassword() == null).passwordHash())
                    .isEqualTo(status.equals("Rejected") ? old : Sha256.hex(FIRST));
        }
    }

    @Test
    void aPasswordThatTakesEffectAtOnceReplacesBoth() throws Exception {
        owner.connect("ocpp1.6");
        try (TestGateway _ = gateway("RebootRequired")) {
            change(FIRST);
            await(known -> known.nextPassword() != null);
        }
        try (TestGateway _ = gateway("Accepted")) {
            change(SECOND);
            assertThat(await(known -> known.nextPassword() == null).passwordHash())
                    .isEqualTo(Sha256.hex(SECOND));
        }
    }

    @Test
    void aPasswordFromTheApiReplacesBoth() throws Exception {
        owner.connect("ocpp1.6");
        try (TestGateway _ = gateway("RebootRequired")) {
            change(FIRST);
            await(known -> known.nextPassword() != null);
        }
        String password = owner.newPassword();

        assertThat(await(known -> known.nextPassword() == null).passwordHash()).isEqualTo(Sha256.hex(password));
    }

    /** A command that is still under way when the charger gets a password, or is registered anew. */
    @ParameterizedTest
    @CsvSource({
        "CONNECTION_LOST, false, false",
        "CONNECTION_LOST, true, false",
        "CONNECTION_LOST, true, true",
        ", false, false",
        ", true, false",
        ", true, true"
    })
    void aPasswordThatHasEndedDoesNotComeBack(@Nullable CommandFailure failure, boolean isAnew, boolean isStoredLate)
            throws Exception {
        owner.connect("ocpp1.6");
        AtomicReference<@Nullable ChargerCommand> sent = new AtomicReference<>();
        try (TestGateway gateway = owner.gateway(command -> {
            sent.set(command);
            return List.of(TestGateway.sent(command));
        })) {
            var answer = owner.live.sendLater("POST", "/api/v1/chargers/" + BOX + "/commands", """
                    {"action":"ChangeConfiguration","payload":{"key":"AuthorizationKey","value":"%s"},
                    "timeoutSeconds":60}""".formatted(FIRST));
            Awaitility.await().until(() -> sent.get() != null);
            ChargerCommand command = Objects.requireNonNull(sent.get());
            Awaitility.await()
                    .until(() -> owner.command(command.commandId().toString())
                            .path("status")
                            .stringValue("")
                            .equals("sent"));
            String password = isAnew ? owner.registerAnew() : owner.newPassword();
            if (isStoredLate) {
                // As if the command had been stored just after the deletion, when the known ones had lost their
                // passwords.
                ChargerOwner.run("UPDATE commands SET password_hash = '%s' WHERE id = '%s'"
                        .formatted(Sha256.hex(FIRST), command.commandId()));
            }

            gateway.tell(
                    command,
                    failure == null
                            ? TestGateway.answered(command, "{'status':'Accepted'}")
                            : TestGateway.failed(command, failure));
            assertThat(answer.join().json().path("status").stringValue())
                    .isEqualTo(failure == null ? "accepted" : "failed");
            assertThat(owner.stored("password_hash")).isEqualTo(Sha256.hex(password));
            assertThat(owner.stored("next_password_hash")).isNull();
        }
    }

    private static CommandResult reboots(ChargerCommand command) {
        return TestGateway.answered(command, "{'status':'RebootRequired'}");
    }

    private TestGateway gateway(String status) {
        return owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'%s'}".formatted(status))));
    }

    private void change(String password) {
        assertThat(owner.post("ChangeConfiguration", "{'key':'AuthorizationKey','value':'%s'}".formatted(password))
                        .status())
                .isEqualTo(200);
    }

    /** The command's status after a second at most. */
    private String set(String password) {
        return owner.live
                .post("/api/v1/chargers/" + BOX + "/commands", """
                    {"action":"ChangeConfiguration","payload":{"key":"AuthorizationKey","value":"%s"},
                    "timeoutSeconds":1}""".formatted(password))
                .json()
                .path("status")
                .stringValue();
    }

    private static CommandResult used(ChargerCommand command) {
        return new CommandResult.PasswordUsed(command.commandId(), Instant.now());
    }

    private ChargerRegistration await(Predicate<ChargerRegistration> condition) {
        topic.await(charger, known -> known != null && condition.test(known));
        return Objects.requireNonNull(topic.get(charger));
    }
}
