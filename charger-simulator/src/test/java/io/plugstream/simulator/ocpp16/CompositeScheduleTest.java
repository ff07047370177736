package io.plugstream.simulator.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The bounds of GetCompositeSchedule, whatever its duration and the profiles. */
class CompositeScheduleTest {

    private static final int HOUR = 3_600;

    private final ChargePointBench bench = new ChargePointBench();

    @Test
    void endsBeforeItHasMorePeriodsThanAScheduleMayHave() throws Exception {
        var periods = IntStream.range(0, 24)
                .mapToObj(hour -> "{'startPeriod':%d,'limit':%d}".formatted(hour * HOUR, 6 + hour % 2))
                .collect(Collectors.joining(","));
        assertThat(bench.asked("SetChargingProfile", """
                {'connectorId':0,'csChargingProfiles':{'chargingProfileId':1,'stackLevel':0,
                 'chargingProfilePurpose':'TxDefaultProfile','chargingProfileKind':'Recurring','recurrencyKind':'Daily',
                 'chargingSchedule':{'startSchedule':'2020-01-31T09:00:00Z','chargingRateUnit':'A',
                  'chargingSchedulePeriod':[%s]}}}""".formatted(periods))).contains("Accepted");

        var schedule = schedule();

        assertThat(schedule.path("chargingSchedulePeriod")).hasSize(24);
        assertThat(schedule.at("/chargingSchedulePeriod/23/startPeriod").asInt())
                .isEqualTo(23 * HOUR);
        assertThat(schedule.path("duration").asInt())
                .as("until the first period that is left out")
                .isEqualTo(24 * HOUR);
    }

    @Test
    void tellsOfAWeekAtMost() throws Exception {
        var schedule = schedule();

        assertThat(schedule.path("duration").asInt()).isEqualTo(7 * 24 * HOUR);
        assertThat(schedule.path("chargingSchedulePeriod")).hasSize(1);
    }

    private JsonNode schedule() throws Exception {
        return Json.mapper()
                .readTree(bench.asked("GetCompositeSchedule", "{'connectorId':1,'duration':2147483647}"))
                .path("chargingSchedule");
    }
}
