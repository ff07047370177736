package io.plugstream.api.sandbox;

import io.plugstream.api.database.Columns;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * A test charger in the database.
 *
 * @param connected whether the charger is connected to a gateway
 * @param stationTransactions the platform's ids of running transactions, by the ids that a station of OCPP 2.0.1 gave
 *     them; some may be of an earlier station with the same id
 * @param lastRun the last requested scenario; null if there was none
 */
record TestChargerRow(
        SandboxCharger charger,
        boolean connected,
        Map<String, Integer> stationTransactions,
        @Nullable RequestedRun lastRun) {

    TestChargerRow {
        stationTransactions = Map.copyOf(stationTransactions);
    }

    /** The platform's id of a transaction; null if it does not know that, or {@code session} is null. */
    @Nullable
    Integer transactionOf(@Nullable UUID session) {
        return session == null ? null : stationTransactions.get(session.toString());
    }

    record RequestedRun(UUID id, String scenario, Instant at) {}

    private static final TypeReference<Map<String, Integer>> TRANSACTIONS = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> ANSWERS = new TypeReference<>() {};

    static final String SELECT = """
            SELECT c.organisation_id, c.charge_box_id, c.password, c.simulated, c.protocol, c.clock_speed,
                c.meter_interval_seconds, c.power_w, c.answers::text AS answers, c.created_at FROM sandbox_chargers c""";

    static final String SELECT_WHOLE = """
            SELECT c.organisation_id, c.charge_box_id, c.password, c.simulated, c.protocol, c.clock_speed,
                c.meter_interval_seconds, c.power_w, c.answers::text AS answers, c.created_at, c.run_id, c.run_scenario, c.run_at, s.online,
                (SELECT json_object_agg(r.station_transaction_id, r.transaction_id)::text
                    FROM (SELECT t.station_transaction_id, t.transaction_id FROM transactions t
                        WHERE t.organisation_id = c.organisation_id AND t.charge_box_id = c.charge_box_id
                            AND t.mode = 'test' AND t.status = 'active' AND t.station_transaction_id IS NOT NULL
                        ORDER BY t.listed_at DESC LIMIT 20) r) AS station_transactions
            FROM sandbox_chargers c LEFT JOIN charger_states s
                ON s.organisation_id = c.organisation_id AND s.charge_box_id = c.charge_box_id""";

    static SandboxCharger published(Readable row) {
        return new SandboxCharger(
                Columns.get(row, "organisation_id", String.class),
                Columns.get(row, "charge_box_id", String.class),
                Columns.get(row, "password", String.class),
                Columns.get(row, "simulated", Boolean.class),
                Json.mapper().convertValue(Columns.get(row, "protocol", String.class), SandboxProtocol.class),
                Columns.get(row, "clock_speed", Integer.class),
                Columns.get(row, "meter_interval_seconds", Integer.class),
                Columns.get(row, "power_w", Integer.class),
                Json.mapper().readValue(Columns.get(row, "answers", String.class), ANSWERS),
                Columns.get(row, "created_at", Instant.class).truncatedTo(ChronoUnit.MILLIS));
    }

    static TestChargerRow whole(Readable row) {
        UUID run = row.get("run_id", UUID.class);
        String running = row.get("station_transactions", String.class);
        return new TestChargerRow(
                published(row),
                Boolean.TRUE.equals(row.get("online", Boolean.class)),
                running == null ? Map.of() : Json.mapper().readValue(running, TRANSACTIONS),
                run == null
                        ? null
                        : new RequestedRun(
                                run,
                                Columns.get(row, "run_scenario", String.class),
                                Columns.get(row, "run_at", Instant.class)));
    }
}
