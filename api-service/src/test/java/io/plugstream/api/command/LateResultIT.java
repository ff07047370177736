package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Results that are read after the sweep has ended their commands. */
class LateResultIT {

    private static final String COUNTED = "ClearCache";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** The replica that read the charger's partition may have died before it stored the answer. */
    @Test
    void anAnswerInTimeThatIsReadAfterTheSweepCounts() {
        Instant expired = Instant.now().minusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        double before = ended();
        UUID id = timedOut(expired, COUNTED);
        Awaitility.await().atMost(TIMEOUT).until(() -> ended() == before + 1);

        store(new CommandResult.Sent(id, expired.minusSeconds(1)), answered(id, expired));

        assertThat(service.database()
                        .ask(
                                "SELECT concat_ws(' ', status, answered, sent_at < expires_at) FROM commands WHERE id = ?",
                                id))
                .isEqualTo("accepted t t");
        assertThat(ended()).isEqualTo(before + 1);
    }

    @Test
    void anAnswerAfterTheCommandsTimeIsDropped() {
        Instant expired = Instant.now().minusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        UUID id = timedOut(expired, "Reset");

        store(answered(id, expired.plusMillis(1)));

        assertThat(status(id)).isEqualTo("timed_out");
    }

    /** No gateway reports an end of a command that it had just sent when it was killed. */
    @Test
    void aSentPasswordMayBeUsedEvenIfTheReportIsReadAfterTheSweep() {
        service.database().run("INSERT INTO organisations VALUES ('late', 'late', 'Scale', now())");
        service.database()
                .run("INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)"
                        + " VALUES ('late', 'CP', 'live', repeat('0', 64), now())");
        Instant expired = Instant.now().minusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        UUID id = timedOut(expired, "Reset");
        service.database().run("UPDATE commands SET password_hash = repeat('1', 64) WHERE id = ?", id);

        store(new CommandResult.Sent(id, expired.minusSeconds(1)));

        assertThat(service.database()
                        .ask("SELECT next_password_hash FROM chargers WHERE next_password_command = ?", id))
                .isEqualTo("1".repeat(64));
    }

    private static UUID timedOut(Instant expired, String action) {
        UUID id = UUID.randomUUID();
        service.database()
                .run(
                        "INSERT INTO commands"
                                + " (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)"
                                + " VALUES (?, 'late', 'live', 'CP', ?, 'queued', now(), ?)",
                        id,
                        action,
                        expired);
        Awaitility.await().atMost(TIMEOUT).until(() -> status(id).equals("timed_out"));
        return id;
    }

    private static String status(UUID id) {
        return service.database().ask("SELECT status FROM commands WHERE id = ?", id);
    }

    private static CommandResult answered(UUID id, Instant at) {
        return new CommandResult.Answered(id, at, Json.mapper().createObjectNode());
    }

    private static void store(CommandResult... results) {
        service.bean(ResultProjection.class).apply(List.of(results)).block();
    }

    private static double ended() {
        return service
                .bean(MeterRegistry.class)
                .find("plugstream.api.commands")
                .tag("action", COUNTED)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
