package io.plugstream.system.fault;

import eu.chargetime.ocpp.CallErrorException;
import eu.chargetime.ocpp.model.Request;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import eu.chargetime.ocpp.model.core.StartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.StatusNotificationRequest;
import io.plugstream.system.ChargePoint;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** OCPP 1.6 messages, sent by the client of the ChargeTime library. */
final class Ocpp16Messages implements ChargerMessages {

    private static final int CONNECTOR = 1;

    private final ChargePoint identity;
    private final Consumer<String> received;
    private @Nullable ChargePoint connection;

    /** @param received is told the data of each DataTransfer */
    Ocpp16Messages(ChargePoint identity, Consumer<String> received) {
        this.identity = identity;
        this.received = received;
    }

    @Override
    public void connect(int port) throws Exception {
        ChargePoint opened = identity.at(port);
        opened.onDataTransfer(received);
        connection = opened;
        opened.connect();
        opened.boot("Acme", "Load");
    }

    @Override
    public boolean isConnected() {
        ChargePoint open = connection;
        return open != null && !open.closed().isDone();
    }

    @Override
    public void disconnect() {
        ChargePoint open = connection;
        connection = null;
        if (open != null) {
            open.disconnect();
        }
    }

    @Override
    public boolean learnsTransactionIds() {
        return true;
    }

    @Override
    public Callable<Integer> start(String idTag, long meter) {
        return sending(identity.startRequest(CONNECTOR, idTag, Math.toIntExact(meter)));
    }

    @Override
    public Callable<Integer> status(boolean charging, Instant at) {
        ChargePointStatus status = charging ? ChargePointStatus.Charging : ChargePointStatus.Available;
        StatusNotificationRequest request = identity.statusRequest(CONNECTOR, status, "");
        request.setTimestamp(at.atZone(ZoneOffset.UTC));
        return sending(request);
    }

    @Override
    public Callable<Integer> reading(int transaction, long meter) {
        String kWh = BigDecimal.valueOf(meter).movePointLeft(3).toPlainString();
        return sending(identity.meterRequest(CONNECTOR, transaction, kWh));
    }

    @Override
    public Callable<Integer> stop(int transaction, long meter) {
        return sending(identity.stopRequest(transaction, Math.toIntExact(meter)));
    }

    private Callable<Integer> sending(Request request) {
        return () -> {
            ChargePoint open = connection;
            if (open == null) {
                throw new IllegalStateException("not connected");
            }
            try {
                return open.answer(request) instanceof StartTransactionConfirmation started
                        ? started.getTransactionId()
                        : 0;
            } catch (ExecutionException e) {
                // The client throws the same error for a lost connection.
                if (e.getCause() instanceof CallErrorException error && isConnected()) {
                    throw new Refused(error.getErrorCode());
                }
                throw e;
            }
        };
    }
}
