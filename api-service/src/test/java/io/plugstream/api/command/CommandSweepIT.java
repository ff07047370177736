package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CommandSweepIT {

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Together they take longer than a statement may. */
    @Test
    void oldCommandsAreForgottenBatchByBatch() {
        Database database = service.database();
        database.run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT gen_random_uuid(), 'old', 'live', 'CP', 'Reset', 'accepted', now() - interval '40 days', now()
                FROM generate_series(1, 3500)""");
        database.run("""
                CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_sleep(0.001); RETURN OLD; END $$""");
        database.run("CREATE TRIGGER lingering BEFORE DELETE ON commands FOR EACH ROW EXECUTE FUNCTION linger()");

        service.bean(CommandSweep.class).forget().block();

        assertThat(database.ask("SELECT count(*) FROM commands")).isEqualTo("0");
    }
}
