package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Status;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Carries out the central system's requests, and returns the answers. */
final class Commands {

    private static final int MOST_NETWORK_PROFILES = 3;

    private final Core core;
    private final Sessions sessions;
    private final Meters meters;
    private final Upkeep upkeep;
    private final Profiles profiles;
    private final Inventory inventory;
    private final Monitors monitors;
    private final Display display;
    private final Certificates certificates;
    private final Customers customers;

    Commands(Core core, Sessions sessions, Meters meters, Upkeep upkeep) {
        this.core = core;
        this.sessions = sessions;
        this.meters = meters;
        this.upkeep = upkeep;
        this.profiles = new Profiles(core, meters);
        this.inventory = new Inventory(core);
        this.monitors = new Monitors(core, inventory);
        this.display = new Display(core);
        this.certificates = new Certificates(core);
        this.customers = new Customers(core);
    }

    Answer obey(Request request) {
        return switch (request) {
            case Request.StartCharging start -> start(start);
            case Request.StopCharging(var transaction) -> Answer.accepted(stop(transaction));
            case Request.Reset(var when, var connector) -> connector == null ? reset(when) : Answer.of(Status.REJECTED);
            case Request.Unlock(var connector) -> unlock(connector);
            case Request.ChangeAvailability change -> changeAvailability(change);
            case Request.ReadConfiguration(var keys) -> inventory.read(keys);
            case Request.ChangeConfiguration change -> Answer.of(configure(change));
            case Request.ChangeConfigurations(var changes) ->
                new Answer.StatusAnswers(changes.stream().map(this::configure).toList());
            case Request.ReportConfiguration report -> report(report);
            case Request.ReadTransaction(var transaction) -> transaction(transaction);
            case Request.Trigger trigger -> trigger(trigger);
            case Request.ClearCache _ -> Answer.of(Status.ACCEPTED);
            case Request.ExchangeData _ -> Answer.of(Status.UNKNOWN_VENDOR);
            case Request.Reserve reserve -> Answer.of(reserve(reserve));
            case Request.CancelReservation(var id) -> Answer.accepted(cancel(id));
            case Request.SendLocalList list -> Answer.of(update(list));
            case Request.ReadLocalListVersion _ ->
                new Answer.ListVersion(core.state().localList().version());
            case Request.SetProfile set -> Answer.accepted(profiles.set(set));
            case Request.ClearProfiles clear -> Answer.of(profiles.clear(clear) ? Status.ACCEPTED : Status.UNKNOWN);
            case Request.ReadSchedule read -> profiles.schedule(read);
            case Request.ReportProfiles report -> Answer.of(profiles.report(report));
            case Request.UploadDiagnostics(var requestId) -> upkeep.uploadDiagnostics(requestId);
            case Request.UpdateFirmware update -> update(update);
            case Request.CustomerInformation customer -> customers.obey(customer);
            case Request.SetNetworkProfile(var slot, var possible) ->
                Answer.accepted(possible && slot >= 1 && slot <= MOST_NETWORK_PROFILES);
            case Request.PublishFirmware _ ->
                new Answer.Refusal(Answer.Code.NOT_SUPPORTED, "Only a local controller publishes firmware");
            case MonitoringRequest monitoring -> monitors.obey(monitoring);
            case DisplayRequest shown -> display.obey(shown);
            case CertificateRequest certificate -> certificates.obey(certificate);
        };
    }

    private Answer update(Request.UpdateFirmware update) {
        var signedBy = update.signedBy();
        if (signedBy != null && Certificates.read(signedBy, core.clockTime()).isEmpty()) {
            return Answer.of(Status.INVALID_CERTIFICATE);
        }
        var replaces = upkeep.updateFirmware(update);
        if (update.requestId() == null) {
            return new Answer.Empty();
        }
        return Answer.of(replaces ? Status.ACCEPTED_CANCELED : Status.ACCEPTED);
    }

    private Answer start(Request.StartCharging request) {
        var connector = request.connectorId() == null ? free(request.idTag()) : request.connectorId();
        var profile = request.profile();
        if (connector == null
                || !core.state().has(connector)
                || upkeep.isRestarting()
                || !sessions.isFree(connector, request.idTag())
                || (profile != null && !profiles.install(profile.on(connector)))) {
            return Answer.of(Status.REJECTED);
        }
        var ask = core.configuration().isTrue(core.state(), Configuration.AUTHORIZE_REMOTE);
        var identified = sessions.identify(connector, request.idTag(), ask, request.remoteStartId());
        if (!identified) {
            sessions.forget(connector);
        }
        return Answer.accepted(identified);
    }

    private @Nullable Integer free(String idTag) {
        return core.state().connectors().stream()
                .filter(connector -> sessions.isFree(connector.id(), idTag))
                // Prefers a connector with a car.
                .min(Comparator.comparing(connector -> !connector.plugged()))
                .map(Connector::id)
                .orElse(null);
    }

    private boolean stop(String transaction) {
        return core.state().connectors().stream()
                .filter(connector -> connector.session() != null && core.isCalled(connector.session(), transaction))
                .findFirst()
                .map(connector -> sessions.stop(connector.id(), StopReason.REMOTE))
                .orElse(false);
    }

    private Answer reset(Request.Reset.When when) {
        if (when == Request.Reset.When.IDLE && core.state().isCharging()) {
            upkeep.restartWhenIdle();
            return Answer.of(Status.SCHEDULED);
        }
        upkeep.restart(when == Request.Reset.When.HARD ? StopReason.HARD_RESET : StopReason.SOFT_RESET);
        return Answer.of(Status.ACCEPTED);
    }

    private Answer unlock(int connector) {
        if (!core.state().has(connector)) {
            return Answer.of(Status.NOT_SUPPORTED);
        }
        if (core.hasTransactionEvents() && core.state().connector(connector).session() != null) {
            return Answer.of(Status.IN_TRANSACTION);
        }
        sessions.stop(connector, StopReason.UNLOCK_COMMAND);
        return Answer.of(Status.UNLOCKED);
    }

    private Answer changeAvailability(Request.ChangeAvailability change) {
        var id = change.connectorId();
        if (id != Core.WHOLE_CHARGER && !core.state().has(id)) {
            return Answer.of(Status.REJECTED);
        }
        var busy = false;
        for (var connector : core.state().connectors()) {
            if (id != Core.WHOLE_CHARGER && id != connector.id()) {
                continue;
            }
            var waits = connector.session() != null && !change.operative();
            busy |= waits;
            core.change(
                    connector.id(),
                    past -> waits ? past.operative(past.operative(), false) : past.operative(change.operative(), null));
            if (!waits && !change.operative()) {
                sessions.forget(connector.id());
            }
        }
        core.reportChanges();
        return Answer.of(busy ? Status.SCHEDULED : Status.ACCEPTED);
    }

    private Status configure(Request.ChangeConfiguration change) {
        var status = core.configuration().judge(change.key(), change.value());
        if (status == Status.NOT_SUPPORTED && core.hasTransactionEvents() && inventory.isKnown(change.key())) {
            return Status.REJECTED;
        }
        if (status == Status.ACCEPTED) {
            core.change(past -> past.configured(change.key(), change.value()));
            if (change.key().equals(Configuration.SAMPLE)) {
                meters.reschedule();
            }
            if (change.key().equals(Configuration.HEARTBEAT)) {
                upkeep.scheduleHeartbeat();
            }
        }
        return status;
    }

    private Answer report(Request.ReportConfiguration request) {
        var chosen = request.choice().apply(inventory.all());
        core.reportParts(
                chosen,
                (part, entries) ->
                        new Message.ConfigurationReported(request.requestId(), part, core.clockTime(), entries));
        return Answer.of(chosen.isEmpty() ? Status.EMPTY : Status.ACCEPTED);
    }

    /** In OCPP 2 both sides use the session's own id. */
    private Answer transaction(@Nullable String transaction) {
        var queue = core.state().queue().stream().filter(Message::isOfTransaction);
        if (transaction == null) {
            return new Answer.Transaction(null, queue.findAny().isPresent());
        }
        return new Answer.Transaction(
                core.isRunning(transaction), queue.anyMatch(message -> isOf(message, transaction)));
    }

    private static boolean isOf(Message message, String transaction) {
        var session = message.session();
        return session != null && session.toString().equals(transaction);
    }

    private Answer trigger(Request.Trigger trigger) {
        var message = trigger.message();
        var connector = trigger.connectorId();
        if (message == null) {
            return Answer.of(Status.NOT_IMPLEMENTED);
        }
        if (connector != null
                && connector != Core.WHOLE_CHARGER
                && !core.state().has(connector)) {
            return Answer.of(Status.REJECTED);
        }
        switch (message) {
            case BOOT -> core.enqueue(new Message.Booted(core.model()));
            case HEARTBEAT -> core.enqueue(new Message.Heartbeat());
            case STATUS -> statuses(connector).forEach(core::reportStatus);
            case METER -> connectors(connector).forEach(meters::readMeter);
            case TRANSACTION -> charging(connector).forEach(id -> meters.read(id, true));
            case FIRMWARE -> upkeep.reportFirmware();
            case DIAGNOSTICS -> upkeep.reportDiagnostics();
        }
        return Answer.of(Status.ACCEPTED);
    }

    private Stream<Integer> statuses(@Nullable Integer connector) {
        return connector == null
                ? Stream.concat(Stream.of(Core.WHOLE_CHARGER), connectors(null))
                : Stream.of(connector);
    }

    private Stream<Integer> connectors(@Nullable Integer connector) {
        return connector == null || connector == Core.WHOLE_CHARGER
                ? core.state().connectors().stream().map(Connector::id)
                : Stream.of(connector);
    }

    private List<Integer> charging(@Nullable Integer connector) {
        return connectors(connector)
                .filter(id -> core.state().connector(id).session() != null)
                .toList();
    }

    private Status reserve(Request.Reserve reserve) {
        if (!core.state().has(reserve.connectorId()) || !reserve.until().isAfter(core.now())) {
            return Status.REJECTED;
        }
        var connector = core.state().connector(reserve.connectorId());
        var present = connector.reservation();
        var status = core.status(connector.id());
        if (status == ConnectorStatus.FAULTED) {
            return Status.FAULTED;
        }
        if (status == ConnectorStatus.UNAVAILABLE) {
            return Status.UNAVAILABLE;
        }
        if (status != ConnectorStatus.AVAILABLE
                && (status != ConnectorStatus.RESERVED || present == null || present.id() != reserve.reservationId())) {
            return Status.OCCUPIED;
        }
        core.change(
                connector.id(),
                past -> past.reserved(new Connector.Reservation(
                        reserve.reservationId(), reserve.idTag(), reserve.parentIdTag(), reserve.until())));
        core.reportChanges();
        return Status.ACCEPTED;
    }

    private boolean cancel(int reservation) {
        var reserved = core.state().connectors().stream()
                .filter(connector -> connector.reservation() != null
                        && connector.reservation().id() == reservation)
                .findFirst();
        reserved.ifPresent(connector -> core.change(connector.id(), past -> past.reserved(null)));
        core.reportChanges();
        return reserved.isPresent();
    }

    private Status update(Request.SendLocalList update) {
        var present = core.state().localList();
        if (update.version() <= 0 || (!update.full() && update.version() <= present.version())) {
            return Status.VERSION_MISMATCH;
        }
        var changed = present.with(update);
        if (changed.tags().size() > LocalList.MOST) {
            return Status.FAILED;
        }
        core.change(past -> past.list(changed));
        return Status.ACCEPTED;
    }
}
