package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

/** The work of some statements does not grow with the fleet, or with what a charger did before. */
class ChargerPagesIT {

    private static final int FLEET = 5_000;
    private static final int PAGE = 50;
    private static final Pattern STATES =
            Pattern.compile("on charger_states \\w+ .*actual .*rows=([0-9.]+) loops=([0-9]+)");

    private static final Pattern FILTERED = Pattern.compile("(?:actual .*rows=|Rows Removed by Filter: )([0-9]+)");

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void theLastPageReadsNoMoreRowsThanTheFirst() {
        Database database = service.database();
        database.run(
                "INSERT INTO organisations (id, name, tier, created_at) VALUES ('fleet', 'fleet', 'Scale', now())");
        database.run("""
                INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)
                SELECT 'fleet', 'CP-' || lpad(i::text, 6, '0'), 'live', repeat('a', 64), now()
                FROM generate_series(1, %d) i""".formatted(FLEET));
        database.run("""
                INSERT INTO charger_states (organisation_id, charge_box_id, online, last_seen)
                SELECT organisation_id, charge_box_id, true, now() FROM chargers""");
        database.run("ANALYZE chargers, charger_states");

        assertThat(statesReadFrom("")).isEqualTo(PAGE);
        assertThat(statesReadFrom("CP-%06d".formatted(FLEET - PAGE))).isEqualTo(PAGE);
    }

    @Test
    void aNewPasswordReadsNoCommandsOfOtherKinds() {
        service.database().run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT gen_random_uuid(), 'busy', 'live', 'CP', 'SetChargingProfile', 'accepted', now(), now()
                FROM generate_series(1, 20000)""");
        service.database().run("ANALYZE commands");

        List<String> plan = plan(service.bean(DatabaseClient.class)
                .sql("EXPLAIN ANALYZE " + Chargers.FORGET_PASSWORDS)
                .bind("organisation", "busy")
                .bind("mode", "live")
                .bind("chargeBoxId", "CP"));
        assertThat(plan.stream().flatMap(line -> FILTERED.matcher(line).results()))
                .as(String.join("\n", plan))
                .allSatisfy(rows -> assertThat(Integer.parseInt(rows.group(1))).isLessThan(20_000));
    }

    private static double statesReadFrom(String after) {
        List<String> plan = plan(service.bean(DatabaseClient.class)
                .sql("EXPLAIN ANALYZE " + ChargerPages.PAGE)
                .bind("organisation", "fleet")
                .bind("mode", "live")
                .bind("after", after)
                .bind("search", "")
                .bind("status", "")
                .bind("most", PAGE));
        List<MatchResult> reads =
                plan.stream().flatMap(line -> STATES.matcher(line).results()).toList();
        assertThat(reads).as(String.join("\n", plan)).hasSize(1);
        return Double.parseDouble(reads.getFirst().group(1))
                * Double.parseDouble(reads.getFirst().group(2));
    }

    private static List<String> plan(DatabaseClient.GenericExecuteSpec explained) {
        return Objects.requireNonNull(explained
                .map(row -> row.get(0, String.class))
                .all()
                .collectList()
                .block());
    }
}
