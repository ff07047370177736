package io.plugstream.system;

import eu.chargetime.ocpp.CallErrorException;
import eu.chargetime.ocpp.ClientEvents;
import eu.chargetime.ocpp.JSONClient;
import eu.chargetime.ocpp.JSONConfiguration;
import eu.chargetime.ocpp.OccurenceConstraintException;
import eu.chargetime.ocpp.UnsupportedFeatureException;
import eu.chargetime.ocpp.feature.profile.ClientCoreEventHandler;
import eu.chargetime.ocpp.feature.profile.ClientCoreProfile;
import eu.chargetime.ocpp.model.Confirmation;
import eu.chargetime.ocpp.model.Request;
import eu.chargetime.ocpp.model.core.ChangeConfigurationConfirmation;
import eu.chargetime.ocpp.model.core.ChargePointErrorCode;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import eu.chargetime.ocpp.model.core.ConfigurationStatus;
import eu.chargetime.ocpp.model.core.DataTransferConfirmation;
import eu.chargetime.ocpp.model.core.DataTransferRequest;
import eu.chargetime.ocpp.model.core.DataTransferStatus;
import eu.chargetime.ocpp.model.core.MeterValuesConfirmation;
import eu.chargetime.ocpp.model.core.MeterValuesRequest;
import eu.chargetime.ocpp.model.core.RemoteStartStopStatus;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.SampledValue;
import eu.chargetime.ocpp.model.core.StartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StartTransactionRequest;
import eu.chargetime.ocpp.model.core.StatusNotificationRequest;
import eu.chargetime.ocpp.model.core.StopTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StopTransactionRequest;
import java.lang.reflect.Proxy;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A charger: the OCPP 1.6-J client of the ChargeTime library. */
public final class ChargePoint implements AutoCloseable {

    private static final long ANSWER_SECONDS = 20;

    private final String chargeBoxId;
    private final String url;
    private final String encodedIdentity;
    private final String password;
    private final AtomicInteger remoteStarts = new AtomicInteger();
    private volatile Consumer<String> dataReceiver = _ -> {};
    private volatile CompletableFuture<Void> hesitation = CompletableFuture.completedFuture(null);
    private final ClientCoreProfile core = new ClientCoreProfile(acceptingHandler());
    private @Nullable JSONClient client;
    private CompletableFuture<Void> closed = new CompletableFuture<>();

    /** @param connectionUrl as the API gave it, with the charger's identity at its end */
    ChargePoint(String chargeBoxId, String connectionUrl, String password) {
        this.chargeBoxId = chargeBoxId;
        int identity = connectionUrl.lastIndexOf('/');
        this.url = connectionUrl.substring(0, identity);
        this.encodedIdentity = connectionUrl.substring(identity + 1);
        this.password = password;
    }

    /** The same charger with its own socket at another gateway of this host. */
    public ChargePoint at(int port) {
        String there = url.replaceFirst(":\\d+/", ":" + port + "/");
        return new ChargePoint(chargeBoxId, there + '/' + encodedIdentity, password);
    }

    /** The same charger with another password. */
    ChargePoint withPassword(String other) {
        return new ChargePoint(chargeBoxId, url + '/' + encodedIdentity, other);
    }

    /** The same charger with OCPP 2.0.1. */
    public Station station() {
        return new Station(chargeBoxId, url + '/' + encodedIdentity, password);
    }

    public String chargeBoxId() {
        return chargeBoxId;
    }

    public void connect() throws InterruptedException, ExecutionException, TimeoutException {
        JSONConfiguration configuration = JSONConfiguration.get()
                .setParameter(JSONConfiguration.USERNAME_PARAMETER, chargeBoxId)
                .setParameter(JSONConfiguration.PASSWORD_PARAMETER, password);
        JSONClient opened = new JSONClient(core, encodedIdentity, configuration);
        CompletableFuture<Void> open = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        closed = end;
        opened.connect(url, new ClientEvents() {
            @Override
            public void connectionOpened() {
                open.complete(null);
            }

            @Override
            public void connectionClosed() {
                end.complete(null);
                open.completeExceptionally(new IllegalStateException("the gateway closed the connection"));
            }
        });
        open.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        client = opened;
    }

    /** Completes when the connection has ended, whoever ended it. */
    public CompletableFuture<Void> closed() {
        return closed;
    }

    public void boot(String vendor, String model) throws Exception {
        send(core.createBootNotificationRequest(vendor, model));
    }

    void heartbeat() throws Exception {
        send(core.createHeartbeatRequest());
    }

    void status(int connectorId, ChargePointStatus status, String info) throws Exception {
        send(statusRequest(connectorId, status, info));
    }

    public StartTransactionRequest startRequest(int connectorId, String idTag, int meterStart) {
        return core.createStartTransactionRequest(connectorId, idTag, meterStart, ZonedDateTime.now(ZoneOffset.UTC));
    }

    int start(StartTransactionRequest request) throws Exception {
        return ((StartTransactionConfirmation) send(request)).getTransactionId();
    }

    MeterValuesConfirmation meterValue(int connectorId, int transactionId, String kWh) throws Exception {
        return (MeterValuesConfirmation) send(meterRequest(connectorId, transactionId, kWh));
    }

    public StopTransactionRequest stopRequest(int transactionId, int meterStop) {
        return core.createStopTransactionRequest(meterStop, ZonedDateTime.now(ZoneOffset.UTC), transactionId);
    }

    StopTransactionConfirmation stop(StopTransactionRequest request) throws Exception {
        return (StopTransactionConfirmation) send(request);
    }

    @Override
    public void close() {
        disconnect();
    }

    public void disconnect() {
        JSONClient open = client;
        if (open != null) {
            open.disconnect();
        }
    }

    /** A StatusNotification for {@link #answer}, which may be sent again. */
    public StatusNotificationRequest statusRequest(int connectorId, ChargePointStatus status, String info) {
        StatusNotificationRequest request =
                core.createStatusNotificationRequest(connectorId, ChargePointErrorCode.NoError, status);
        request.setInfo(info);
        return request;
    }

    /** MeterValues for {@link #answer}, which may be sent again. */
    public MeterValuesRequest meterRequest(int connectorId, int transactionId, String kWh) {
        SampledValue value = new SampledValue(kWh);
        value.setMeasurand("Energy.Active.Import.Register");
        value.setUnit("kWh");
        MeterValuesRequest request =
                core.createMeterValuesRequest(connectorId, ZonedDateTime.now(ZoneOffset.UTC), value);
        request.setTransactionId(transactionId);
        return request;
    }

    /**
     * Sends {@code request} and returns its answer.
     *
     * @throws ExecutionException with a {@link CallErrorException} for a CALLERROR, with another cause when the connection ended
     */
    public Confirmation answer(Request request)
            throws OccurenceConstraintException, UnsupportedFeatureException, InterruptedException, ExecutionException,
                    TimeoutException {
        return send(request);
    }

    private Confirmation send(Request request)
            throws OccurenceConstraintException, UnsupportedFeatureException, InterruptedException, ExecutionException,
                    TimeoutException {
        JSONClient open = client;
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        CompletionStage<Confirmation> answer = open.send(request);
        CompletableFuture<Confirmation> lost = closed.thenApply(_ -> {
            throw new IllegalStateException("the connection ended before the answer");
        });
        return answer.toCompletableFuture().applyToEither(lost, one -> one).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    /** The number of received RemoteStartTransactions, answered or not. */
    int remoteStarts() {
        return remoteStarts.get();
    }

    /** Delays all further answers until {@code until} is complete. */
    void hesitate(CompletableFuture<Void> until) {
        hesitation = until;
    }

    /** Passes the data of each received DataTransfer on before it is accepted. */
    public void onDataTransfer(Consumer<String> receiver) {
        dataReceiver = receiver;
    }

    private DataTransferConfirmation accept(DataTransferRequest request) {
        dataReceiver.accept(request.getData());
        DataTransferConfirmation accepted = new DataTransferConfirmation(DataTransferStatus.Accepted);
        accepted.setData(request.getData());
        return accepted;
    }

    private ClientCoreEventHandler acceptingHandler() {
        return (ClientCoreEventHandler) Proxy.newProxyInstance(
                ChargePoint.class.getClassLoader(),
                new Class<?>[] {ClientCoreEventHandler.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "handleRemoteStartTransactionRequest" -> {
                        remoteStarts.incrementAndGet();
                        hesitation.join();
                        yield new RemoteStartTransactionConfirmation(RemoteStartStopStatus.Accepted);
                    }
                    case "handleChangeConfigurationRequest" ->
                        new ChangeConfigurationConfirmation(ConfigurationStatus.Accepted);
                    case "handleDataTransferRequest" -> accept((DataTransferRequest) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
