package io.plugstream.simulator.protocol;

import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.ChargingProfile.Kind;
import io.plugstream.simulator.charger.ChargingProfile.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads charging profiles, which are nearly the same in all OCPP versions. */
public final class ProfileReader {

    private static final Map<String, Kind> KINDS = Spelling.words(Kind.values());

    private static final Map<String, Duration> RECURRENCES =
            Map.of("Daily", Duration.ofDays(1), "Weekly", Duration.ofDays(7));

    private ProfileReader() {}

    /**
     * Reads a profile for connector 0; the caller sets the connector.
     *
     * @param transaction the only transaction that it applies to; null for any
     * @param schedule its schedule, or the first of several
     */
    public static ChargingProfile read(
            Fields fields, int id, Purpose purpose, @Nullable String transaction, Fields schedule)
            throws MalformedRequest {
        var length = schedule.optionalNumber("duration");
        return new ChargingProfile(
                id,
                0,
                fields.number("stackLevel"),
                purpose,
                fields.word("chargingProfileKind", KINDS),
                fields.optionalWord("recurrencyKind", RECURRENCES),
                fields.optionalTime("validFrom"),
                fields.optionalTime("validTo"),
                transaction,
                new ChargingProfile.Schedule(
                        schedule.optionalNumber("id"),
                        schedule.word("chargingRateUnit", Map.of("A", true, "W", false)),
                        schedule.optionalTime("startSchedule"),
                        length == null ? null : Duration.ofSeconds(length),
                        periods(schedule.payload().path("chargingSchedulePeriod"))));
    }

    private static List<ChargingProfile.Period> periods(JsonNode nodes) throws MalformedRequest {
        var periods = new ArrayList<ChargingProfile.Period>();
        for (var node : nodes) {
            var fields = new Fields(node);
            periods.add(new ChargingProfile.Period(
                    Duration.ofSeconds(fields.number("startPeriod")),
                    fields.decimal("limit"),
                    fields.optionalNumber("numberPhases")));
        }
        return periods;
    }
}
