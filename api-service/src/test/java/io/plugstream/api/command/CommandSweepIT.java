package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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

    @BeforeEach
    void insertMany() {
        service.database().run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT gen_random_uuid(), 'old', 'live', 'CP', 'GetReport', 'accepted', now() - interval '40 days', now()
                FROM generate_series(1, 7000)""");
    }

    @Test
    void oldCommandsAreDeletedInBatches() {
        service.database().slowDeletes("commands");
        service.bean(CommandSweep.class).forget().block();
        assertThat(service.database().ask("SELECT count(*) FROM commands")).isEqualTo("0");
    }

    @Test
    void oldReportsAreDeletedInBatches() {
        service.database().run("""
                INSERT INTO command_report_parts (command_id, part_id, last, received_at, items)
                SELECT id, gen_random_uuid(), true, now() - interval '2 days', '[]' FROM commands""");
        service.database().slowDeletes("command_report_parts");
        service.bean(CommandSweep.class).forgetReports().block();
        assertThat(service.database().ask("SELECT count(*) FROM command_report_parts"))
                .isEqualTo("0");
    }
}
