package io.plugstream.system.account;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.time.Instant;

/** The content of an event without its id. Of two events with the same content, one is too many. */
record Content(ChargerId charger, String what) {

    static Content of(Exchange exchange) {
        return new Content(
                exchange.charger(),
                switch (exchange.payload()) {
                    case Exchange.Start start -> started(start.meterStart());
                    case Exchange.Reading reading ->
                        reading(exchange.transactionId(), BigDecimal.valueOf(reading.wattHours()));
                    case Exchange.Stop _ -> stopped(exchange.transactionId());
                    case Exchange.Status status -> status(status.at());
                });
    }

    /** A boot has its own event id as content, because it may repeat. */
    static Content of(EventRecord event) {
        return new Content(
                event.chargerId(),
                switch (event.data()) {
                    case TransactionStarted start -> started(start.meterStart());
                    case TransactionUpdated update ->
                        reading(
                                update.transactionId() == null ? 0 : update.transactionId(),
                                update.meterValues().getFirst().value());
                    case TransactionStopped stop -> stopped(stop.transactionId());
                    case ConnectorStatusChanged _ -> status(event.occurredAt());
                    case ChargerConnected _ -> "connected " + event.connectionId();
                    case ChargerDisconnected _ -> "disconnected " + event.connectionId();
                    case ChargerBooted _ -> "boot " + event.eventId();
                });
    }

    private static String started(long meterStart) {
        return "started at " + meterStart;
    }

    private static String stopped(int transactionId) {
        return "stopped " + transactionId;
    }

    private static String reading(int transactionId, BigDecimal wattHours) {
        return "reading of " + transactionId + " "
                + wattHours.stripTrailingZeros().toPlainString();
    }

    private static String status(Instant at) {
        return "status at " + at;
    }

    @Override
    public String toString() {
        return charger + " " + what;
    }
}
