package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.protocol.Protocol.Call;
import io.plugstream.simulator.protocol.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes a station's report of charging profiles (OCPP 2.0.1, part 2, K09). */
final class ProfileReport {

    /** The source of all profiles: only central systems install any. */
    static final String SOURCE = "CSO";

    private ProfileReport() {}

    static Call of(Message.ProfilesReported report) {
        return new Call(
                "ReportChargingProfiles",
                Map.of(
                        "requestId", report.requestId(),
                        "chargingLimitSource", SOURCE,
                        "tbc", !report.last(),
                        "evseId", report.connectorId(),
                        "chargingProfile",
                                report.profiles().stream()
                                        .map(ProfileReport::profile)
                                        .toList()));
    }

    private static Map<String, Object> profile(ChargingProfile profile) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("id", profile.id());
        payload.put("stackLevel", profile.stackLevel());
        payload.put("chargingProfilePurpose", Spelling.of(CommandReader.PURPOSES, profile.purpose()));
        payload.put("chargingProfileKind", Spelling.of(profile.kind()));
        var repeats = profile.repeats();
        Spelling.put(payload, "recurrencyKind", repeats == null ? null : repeats.toDays() == 1 ? "Daily" : "Weekly");
        Spelling.put(payload, "validFrom", Spelling.time(profile.from()));
        Spelling.put(payload, "validTo", Spelling.time(profile.to()));
        Spelling.put(payload, "transactionId", profile.transaction());
        payload.put("chargingSchedule", List.of(schedule(profile)));
        return payload;
    }

    private static Map<String, Object> schedule(ChargingProfile profile) {
        var schedule = profile.schedule();
        var payload = new LinkedHashMap<String, Object>();
        payload.put("id", Objects.requireNonNullElse(schedule.id(), profile.id()));
        Spelling.put(payload, "startSchedule", Spelling.time(schedule.start()));
        Spelling.put(
                payload,
                "duration",
                schedule.length() == null ? null : schedule.length().toSeconds());
        payload.put("chargingRateUnit", schedule.inAmperes() ? "A" : "W");
        payload.put(
                "chargingSchedulePeriod",
                schedule.periods().stream().map(ProfileReport::period).toList());
        return payload;
    }

    static Map<String, Object> period(ChargingProfile.Period period) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("startPeriod", period.start().toSeconds());
        payload.put("limit", period.limit());
        Spelling.put(payload, "numberPhases", period.phases());
        return payload;
    }
}
