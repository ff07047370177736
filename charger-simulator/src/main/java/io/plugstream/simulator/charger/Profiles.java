package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Installs, clears and reports charging profiles. */
final class Profiles {

    private final Core core;
    private final Meters meters;

    Profiles(Core core, Meters meters) {
        this.core = core;
        this.meters = meters;
    }

    /** Installs a profile on request of the central system; false if it does not fit. */
    boolean set(Request.SetProfile set) {
        return isNeeded(set) && install(set.profile().on(set.connectorId()));
    }

    /** Installs a profile; false if it does not fit, or if there are too many. */
    boolean install(ChargingProfile profile) {
        if (!fits(profile)) {
            return false;
        }
        var installed = new ArrayList<>(core.state().profiles());
        installed.removeIf(one -> one.id() == profile.id() || isSamePlace(one, profile));
        if (installed.size() >= Configuration.MOST_PROFILES) {
            return false;
        }
        installed.add(profile);
        core.change(past -> past.profiles(installed));
        relimit();
        return true;
    }

    private boolean fits(ChargingProfile profile) {
        return (profile.connectorId() == 0 || core.state().has(profile.connectorId()))
                && profile.stackLevel() >= 0
                && profile.stackLevel() <= Configuration.MOST_LEVEL
                && profile.purpose() != ChargingProfile.Purpose.EXTERNAL
                && !profile.schedule().periods().isEmpty()
                && profile.schedule().periods().size() <= Configuration.MOST_PERIODS
                && (profile.purpose() != ChargingProfile.Purpose.WHOLE_CHARGER || profile.connectorId() == 0)
                && (profile.purpose() != ChargingProfile.Purpose.TRANSACTION || profile.connectorId() != 0);
    }

    /** Whether the profile's transaction runs; true for profiles of other purposes. */
    private boolean isNeeded(Request.SetProfile set) {
        var profile = set.profile();
        if (profile.purpose() != ChargingProfile.Purpose.TRANSACTION) {
            return true;
        }
        var session = core.state().has(set.connectorId())
                ? core.state().connector(set.connectorId()).session()
                : null;
        return session != null && (profile.transaction() == null || core.isCalled(session, profile.transaction()));
    }

    private static boolean isSamePlace(ChargingProfile one, ChargingProfile other) {
        return one.connectorId() == other.connectorId()
                && one.purpose() == other.purpose()
                && one.stackLevel() == other.stackLevel();
    }

    boolean clear(Request.ClearProfiles clear) {
        var left = core.state().profiles().stream()
                .filter(profile -> !isMeant(profile, clear))
                .toList();
        var cleared = left.size() < core.state().profiles().size();
        core.change(past -> past.profiles(left));
        relimit();
        return cleared;
    }

    /** Sends one message for each connector, because a message names only one. */
    Status report(Request.ReportProfiles request) {
        var places = core.state().profiles().stream()
                .filter(request.meant())
                .collect(Collectors.groupingBy(ChargingProfile::connectorId, TreeMap::new, Collectors.toList()));
        places.forEach((connector, profiles) -> core.enqueue(new Message.ProfilesReported(
                request.requestId(), connector.equals(places.lastKey()), connector, profiles)));
        return places.isEmpty() ? Status.EMPTY : Status.ACCEPTED;
    }

    private static boolean isMeant(ChargingProfile profile, Request.ClearProfiles clear) {
        if (clear.id() != null) {
            return profile.id() == clear.id();
        }
        return (clear.connectorId() == null || profile.connectorId() == clear.connectorId())
                && (clear.purpose() == null || profile.purpose() == clear.purpose())
                && (clear.stackLevel() == null || profile.stackLevel() == clear.stackLevel());
    }

    private void relimit() {
        core.state().connectors().forEach(connector -> meters.limit(connector.id()));
        core.reportChanges();
    }

    Answer schedule(Request.ReadSchedule read) {
        var known = read.connectorId() == Core.WHOLE_CHARGER || core.state().has(read.connectorId());
        var begin = Instant.ofEpochSecond(core.clockTime().getEpochSecond());
        return new Answer.Schedule(
                read.connectorId(),
                known && read.length().isPositive() ? core.limits().schedule(begin, core.state(), read) : null);
    }
}
