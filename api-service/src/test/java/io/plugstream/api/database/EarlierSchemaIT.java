package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.StartRefusedException;
import io.plugstream.parts.RealParts;
import org.junit.jupiter.api.Test;

/** The service starts on a database of an earlier build, whose migrations are now one file for empty databases. */
class EarlierSchemaIT {

    @Test
    void aDatabaseWithAllEarlierMigrationsStaysAsItIs() {
        Database database = migratedTo(41);
        database.run("INSERT INTO organisations VALUES ('kept', 'Kept', 'Free', now())");

        try (RunningService _ = RunningService.start(RealParts.kafka(), database)) {
            assertThat(database.ask("SELECT id FROM organisations")).isEqualTo("kept");
            assertThat(database.ask("SELECT count(*) FROM flyway_schema_history"))
                    .isEqualTo("46");
        }
    }

    @Test
    void aDatabaseWithoutSomeOfThemIsRefused() {
        Database database = migratedTo(40);

        assertThatThrownBy(
                        () -> RunningService.start(RealParts.kafka(), database).close())
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContainingAll("has version 40", "from version 41");
    }

    private static Database migratedTo(int version) {
        Database database = Database.fresh(RealParts.postgres());
        database.run("DROP INDEX charger_states_forgotten");
        database.run("DROP FUNCTION may_have_been_executed");
        database.run("ALTER TABLE commands DROP COLUMN connection_id");
        database.run("DELETE FROM flyway_schema_history");
        database.run("""
                INSERT INTO flyway_schema_history
                SELECT n, n, 'earlier', 'SQL', 'V' || n || '__earlier.sql', n, current_user, now(), 1, true
                FROM generate_series(1, ?) n""", version);
        return database;
    }
}
