package io.plugstream.simulator.fleet;

import eu.chargetime.ocpp.JSONServer;
import eu.chargetime.ocpp.ServerEvents;
import eu.chargetime.ocpp.feature.profile.ServerCoreEventHandler;
import eu.chargetime.ocpp.feature.profile.ServerCoreProfile;
import eu.chargetime.ocpp.model.Confirmation;
import eu.chargetime.ocpp.model.Request;
import eu.chargetime.ocpp.model.SessionInformation;
import eu.chargetime.ocpp.model.core.AuthorizationStatus;
import eu.chargetime.ocpp.model.core.AuthorizeConfirmation;
import eu.chargetime.ocpp.model.core.AuthorizeRequest;
import eu.chargetime.ocpp.model.core.BootNotificationConfirmation;
import eu.chargetime.ocpp.model.core.BootNotificationRequest;
import eu.chargetime.ocpp.model.core.DataTransferConfirmation;
import eu.chargetime.ocpp.model.core.DataTransferRequest;
import eu.chargetime.ocpp.model.core.HeartbeatConfirmation;
import eu.chargetime.ocpp.model.core.HeartbeatRequest;
import eu.chargetime.ocpp.model.core.IdTagInfo;
import eu.chargetime.ocpp.model.core.MeterValuesConfirmation;
import eu.chargetime.ocpp.model.core.MeterValuesRequest;
import eu.chargetime.ocpp.model.core.RegistrationStatus;
import eu.chargetime.ocpp.model.core.StartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StartTransactionRequest;
import eu.chargetime.ocpp.model.core.StatusNotificationConfirmation;
import eu.chargetime.ocpp.model.core.StatusNotificationRequest;
import eu.chargetime.ocpp.model.core.StopTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StopTransactionRequest;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A central system that answers correctly, records messages, and fails on demand. Repeated starts get the same
 * transaction id.
 */
public final class RecordingCentralSystem implements ServerCoreEventHandler, ServerEvents {
    private final JSONServer server = new JSONServer(new ServerCoreProfile(this));
    private final List<String> actions = new CopyOnWriteArrayList<>();
    private final List<String> credentials = new CopyOnWriteArrayList<>();
    private final List<StartTransactionRequest> started = new CopyOnWriteArrayList<>();
    private final List<Integer> stopped = new CopyOnWriteArrayList<>();
    private final List<String> reasons = new CopyOnWriteArrayList<>();
    private final Map<ZonedDateTime, Integer> ids = new HashMap<>();
    private final AtomicInteger refuse = new AtomicInteger();
    private final AtomicBoolean drop = new AtomicBoolean();

    private final AtomicReference<UUID> present = new AtomicReference<>();

    /** Sends a command and returns the charger's answer. */
    public <T extends Confirmation> T ask(Request request, Class<T> answer) throws Exception {
        return answer.cast(
                server.send(present.get(), request).toCompletableFuture().get(20, TimeUnit.SECONDS));
    }

    public void open(int port) {
        server.open("127.0.0.1", port, this);
    }

    public void close() {
        server.close();
    }

    public void refuseNextStarts(int count) {
        refuse.set(count);
    }

    public void dropAtNextStop() {
        drop.set(true);
    }

    public List<String> actions() {
        return List.copyOf(actions);
    }

    public List<String> credentials() {
        return List.copyOf(credentials);
    }

    public List<StartTransactionRequest> started() {
        return List.copyOf(started);
    }

    public List<String> reasons() {
        return List.copyOf(reasons);
    }

    public List<Integer> stopped() {
        return List.copyOf(stopped);
    }

    @Override
    public void authenticateSession(SessionInformation information, String user, byte[] password) {
        credentials.add(user + ":" + new String(password, StandardCharsets.UTF_8));
    }

    @Override
    public void newSession(UUID session, SessionInformation information) {
        present.set(session);
    }

    @Override
    public void lostSession(UUID session) {}

    @Override
    public AuthorizeConfirmation handleAuthorizeRequest(UUID session, AuthorizeRequest request) {
        actions.add("Authorize");
        return new AuthorizeConfirmation(new IdTagInfo(AuthorizationStatus.Accepted));
    }

    @Override
    public BootNotificationConfirmation handleBootNotificationRequest(UUID session, BootNotificationRequest request) {
        actions.add("BootNotification");
        return new BootNotificationConfirmation(ZonedDateTime.now(ZoneOffset.UTC), 300, RegistrationStatus.Accepted);
    }

    @Override
    public DataTransferConfirmation handleDataTransferRequest(UUID session, DataTransferRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HeartbeatConfirmation handleHeartbeatRequest(UUID session, HeartbeatRequest request) {
        return new HeartbeatConfirmation(ZonedDateTime.now(ZoneOffset.UTC));
    }

    @Override
    public MeterValuesConfirmation handleMeterValuesRequest(UUID session, MeterValuesRequest request) {
        actions.add("MeterValues");
        return new MeterValuesConfirmation();
    }

    @Override
    public synchronized StartTransactionConfirmation handleStartTransactionRequest(
            UUID session, StartTransactionRequest request) {
        actions.add("StartTransaction");
        started.add(request);
        if (refuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("cannot take it now");
        }
        var id = ids.computeIfAbsent(request.getTimestamp(), start -> ids.size() + 1);
        return new StartTransactionConfirmation(new IdTagInfo(AuthorizationStatus.Accepted), id);
    }

    @Override
    public StatusNotificationConfirmation handleStatusNotificationRequest(
            UUID session, StatusNotificationRequest request) {
        actions.add("Status " + request.getConnectorId() + " " + request.getStatus());
        return new StatusNotificationConfirmation();
    }

    @Override
    public StopTransactionConfirmation handleStopTransactionRequest(UUID session, StopTransactionRequest request) {
        actions.add("StopTransaction");
        stopped.add(request.getTransactionId());
        reasons.add(String.valueOf(request.getReason()));
        if (drop.getAndSet(false)) {
            server.closeSession(session);
        }
        return new StopTransactionConfirmation();
    }
}
