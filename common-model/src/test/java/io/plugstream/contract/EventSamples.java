package io.plugstream.contract;

import static io.plugstream.contract.Sample.ID;
import static io.plugstream.contract.Sample.NOW;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Sample events and notifications of chargers, one of each kind. */
final class EventSamples {

    private EventSamples() {}

    static Stream<Sample<?, ?>> all() {
        return Stream.concat(events(), notifications());
    }

    private static Stream<Sample<?, ?>> events() {
        MeterValue energy = new MeterValue(
                NOW, "Energy.Active.Import.Register", new BigDecimal("1E+3"), "Wh", null, "Outlet", null);
        RawMeterValue signed = new RawMeterValue(
                NOW, "Energy.Active.Import.Register", "AF32", "SignedData", "Wh", "L1", null, "Other");
        return Stream.of(
                event(new ChargerConnected("CP 1")),
                event(new ChargerDisconnected("CP 1", "closed")),
                event(new ChargerBooted("CP 1", "Acme", "One", null, "1.0")),
                event(new ConnectorStatusChanged("CP 1", 0, "Faulted", "OtherError", "info", "E7")),
                event(new TransactionStarted(7, "CP 1", 1, "TAG", 100)),
                event(new TransactionUpdated(7, "CP 1", 1, List.of(energy))),
                event(new TransactionUpdated(null, "CP 1", 1, List.of(energy))),
                event(new TransactionUpdated(7, "CP 1", 1, List.of(), List.of(signed))),
                record(new ChargerConnected("CP 1"), NOW.plusSeconds(301)),
                deviating(new ChargerDisconnected("CP 1", "closed")),
                ofStation(
                        new TransactionStarted(7, "CP 1", 1, "TAG", 100),
                        StationFacts.ofTransaction("station's own", 4711)),
                ofStation(
                        new ConnectorStatusChanged("CP 1", 1, "Charging", "NoError", null, null),
                        StationFacts.ofPlugs(List.of(new StationFacts.Plug(1, "Charging")))),
                ofStation(
                        new TransactionUpdated(7, "CP 1", 1, List.of(energy)),
                        StationFacts.ofMeter(new StationFacts.Meter(100, 250))),
                event(new TransactionStopped(7, "CP 1", 1, null, 100L, 300, 200L, "Local")),
                event(new TransactionStopped(7, "CP 1", null, "TAG", null, 300, null, "Local")));
    }

    private static Stream<Sample<?, ?>> notifications() {
        return Stream.of(
                notification(new ChargerNotification.DataTransfer("com.acme", "hello", "world")),
                notification(new ChargerNotification.DataTransfer("com.acme", null, null)),
                notification(new ChargerNotification.DiagnosticsStatus("Uploading")),
                notification(new ChargerNotification.FirmwareStatus("Installed")),
                notification(new ChargerNotification.SignedFirmwareStatus("InvalidSignature", 7)),
                notification(new ChargerNotification.LogStatus("Idle", null)),
                notification(new ChargerNotification.SecurityEvent("InvalidFirmwareSignature", "why")),
                notification(new ChargerNotification.CertificateRequest("-----BEGIN CERTIFICATE REQUEST-----")),
                notification(new ChargerNotification.StationMessage(
                        "ReservationStatusUpdate", Json.mapper().readTree("{\"reservationId\":7}"))));
    }

    private static Sample<?, ?> notification(ChargerNotification data) {
        NotificationRecord record =
                new NotificationRecord(ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp1.6", data);
        return new Sample<>(Topics.CHARGER_NOTIFICATIONS, new ChargerId("acme", "CP 1"), record);
    }

    private static Sample<?, ?> event(ChargerEvent data) {
        return record(data, NOW);
    }

    private static Sample<?, ?> record(ChargerEvent data, Instant occurredAt) {
        EventRecord record =
                new EventRecord(ID, "acme", Mode.LIVE, "CP 1", occurredAt, NOW, ID, 1, "ocpp1.6", false, data);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }

    private static Sample<?, ?> ofStation(ChargerEvent data, StationFacts facts) {
        EventRecord record = new EventRecord(ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp2.0.1", false, data)
                .ofStation(facts);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }

    private static Sample<?, ?> deviating(ChargerEvent data) {
        Map<String, Integer> deviations = Map.of("unknownField", 3, "longIdTag", 1);
        EventRecord record = new EventRecord(
                ID, "acme", Mode.LIVE, "CP 1", NOW, NOW, ID, 1, "ocpp1.6", false, deviations, null, data);
        return new Sample<>(Topics.of(data), record.chargerId(), record);
    }
}
