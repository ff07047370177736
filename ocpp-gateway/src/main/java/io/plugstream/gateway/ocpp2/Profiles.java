package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.ocpp2.Commands.copy;
import static io.plugstream.gateway.ocpp2.Commands.number;
import static io.plugstream.gateway.ocpp2.Commands.object;
import static io.plugstream.gateway.ocpp2.Commands.text;

import io.plugstream.model.command.StationOrder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Translates charging profiles between OCPP 1.6 and OCPP 2. */
final class Profiles {

    private Profiles() {}

    static ObjectNode setting(ObjectNode payload, StationOrder order) {
        ObjectNode asked = object().put("evseId", number(payload, "connectorId"));
        asked.set("chargingProfile", translated(payload.path("csChargingProfiles"), order.transactionId()));
        return asked;
    }

    /**
     * Translates a profile.
     *
     * @param transactionId the station's id; null if the profile has no transaction, or one that begins with it
     */
    static ObjectNode translated(JsonNode profile, @Nullable String transactionId) {
        int id = number(profile, "chargingProfileId");
        ObjectNode translated = object().put("id", id)
                .put("stackLevel", number(profile, "stackLevel"))
                .put("chargingProfilePurpose", purpose(text(profile, "chargingProfilePurpose")))
                .put("chargingProfileKind", text(profile, "chargingProfileKind"));
        copy(profile, "recurrencyKind", translated, "recurrencyKind");
        copy(profile, "validFrom", translated, "validFrom");
        copy(profile, "validTo", translated, "validTo");
        if (transactionId != null) {
            translated.put("transactionId", transactionId);
        }
        ObjectNode schedule = object().put("id", id);
        if (profile.path("chargingSchedule") instanceof ObjectNode of16) {
            schedule.setAll(of16);
        }
        translated.putArray("chargingSchedule").add(schedule);
        return translated;
    }

    private static String purpose(String of16) {
        return of16.equals("ChargePointMaxProfile") ? "ChargingStationMaxProfile" : of16;
    }

    static ObjectNode clearing(ObjectNode payload) {
        ObjectNode asked = object();
        copy(payload, "id", asked, "chargingProfileId");
        ObjectNode criteria = object();
        copy(payload, "connectorId", criteria, "evseId");
        copy(payload, "stackLevel", criteria, "stackLevel");
        if (payload.has("chargingProfilePurpose")) {
            criteria.put("chargingProfilePurpose", purpose(text(payload, "chargingProfilePurpose")));
        }
        if (!criteria.isEmpty()) {
            asked.set("chargingProfileCriteria", criteria);
        }
        return asked;
    }

    static ObjectNode scheduleOf(ObjectNode payload) {
        ObjectNode asked =
                object().put("evseId", number(payload, "connectorId")).put("duration", number(payload, "duration"));
        copy(payload, "chargingRateUnit", asked, "chargingRateUnit");
        return asked;
    }

    /** Translates the answer to GetCompositeSchedule. */
    static ObjectNode schedule(String status, ObjectNode answer) {
        ObjectNode response = Commands.status(status);
        JsonNode of2 = answer.path("schedule");
        if (of2.isObject()) {
            copy(of2, "evseId", response, "connectorId");
            copy(of2, "scheduleStart", response, "scheduleStart");
            ObjectNode schedule = object();
            copy(of2, "duration", schedule, "duration");
            copy(of2, "scheduleStart", schedule, "startSchedule");
            copy(of2, "chargingRateUnit", schedule, "chargingRateUnit");
            schedule.set("chargingSchedulePeriod", periods(of2.path("chargingSchedulePeriod")));
            response.set("chargingSchedule", schedule);
        }
        return response;
    }

    private static ArrayNode periods(JsonNode of2) {
        ArrayNode periods = object().arrayNode();
        for (JsonNode period : of2) {
            ObjectNode known = periods.addObject();
            copy(period, "startPeriod", known, "startPeriod");
            copy(period, "limit", known, "limit");
            copy(period, "numberPhases", known, "numberPhases");
        }
        return periods;
    }
}
