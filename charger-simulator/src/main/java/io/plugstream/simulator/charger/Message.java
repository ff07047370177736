package io.plugstream.simulator.charger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A charger's message, independent of the protocol. Times are by the charger's clock. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Message.Booted.class, name = "booted"),
    @JsonSubTypes.Type(value = Message.Heartbeat.class, name = "heartbeat"),
    @JsonSubTypes.Type(value = Message.StatusChanged.class, name = "status"),
    @JsonSubTypes.Type(value = Message.Identified.class, name = "identified"),
    @JsonSubTypes.Type(value = Message.ChargingStarted.class, name = "started"),
    @JsonSubTypes.Type(value = Message.MeterRead.class, name = "read"),
    @JsonSubTypes.Type(value = Message.ChargingChanged.class, name = "changed"),
    @JsonSubTypes.Type(value = Message.ChargingStopped.class, name = "stopped"),
    @JsonSubTypes.Type(value = Message.UnknownStopped.class, name = "unknown"),
    @JsonSubTypes.Type(value = Message.FirmwareStatus.class, name = "firmware"),
    @JsonSubTypes.Type(value = Message.DiagnosticsStatus.class, name = "diagnostics"),
    @JsonSubTypes.Type(value = Message.ConfigurationReported.class, name = "report"),
    @JsonSubTypes.Type(value = Message.MonitorsReported.class, name = "monitors"),
    @JsonSubTypes.Type(value = Message.DisplayReported.class, name = "display"),
    @JsonSubTypes.Type(value = Message.ProfilesReported.class, name = "profiles"),
    @JsonSubTypes.Type(value = Message.CustomerReported.class, name = "customer"),
    @JsonSubTypes.Type(value = Message.ReservationEnded.class, name = "reservation")
})
public sealed interface Message {

    /** Whether the message belongs to a transaction and so must never be lost (OCPP 1.6, 3.7.2). */
    @JsonIgnore
    default boolean isOfTransaction() {
        return this instanceof UnknownStopped || session() != null;
    }

    /** The charger's own id of the session that the message belongs to; null if it belongs to none. */
    default @Nullable UUID session() {
        return null;
    }

    /** The charger has started. */
    record Booted(ChargerModel model) implements Message {}

    /** A heartbeat. */
    record Heartbeat() implements Message {}

    /**
     * The status of a connector.
     *
     * @param connectorId 0 for the whole charger
     */
    record StatusChanged(
            int connectorId,
            ConnectorStatus status,
            @Nullable String errorCode,
            Instant at) implements Message {}

    /** A driver asks to charge, with a card or remotely. */
    record Identified(int connectorId, String idTag) implements Message {}

    /**
     * A transaction has begun.
     *
     * @param meterStart in Wh
     * @param remoteStartId of the remote start request; null if there was none or it had no number
     */
    record ChargingStarted(
            UUID session,
            int connectorId,
            String idTag,
            long meterStart,
            Instant at,
            @Nullable Integer reservationId,
            @Nullable Integer remoteStartId)
            implements Message {}

    /**
     * The meter of a connector was read.
     *
     * @param session null outside of a transaction
     * @param number sequence number within its session; the start has 0
     * @param measurands the measurands to report, as OCPP spells them
     * @param triggered whether the central system requested it
     */
    record MeterRead(
            @Nullable UUID session,
            int number,
            int connectorId,
            Instant at,
            MeterReading reading,
            List<String> measurands,
            boolean triggered)
            implements Message {
        public MeterRead {
            measurands = List.copyOf(measurands);
        }
    }

    /**
     * The charging state of a transaction changed.
     *
     * @param number sequence number within its session
     */
    record ChargingChanged(UUID session, int number, int connectorId, ConnectorStatus status, Instant at)
            implements Message {}

    /**
     * A transaction has ended.
     *
     * @param number sequence number within its session
     * @param meterStop in Wh
     */
    record ChargingStopped(
            UUID session, int number, int connectorId, String idTag, long meterStop, Instant at, StopReason reason)
            implements Message {}

    /** The end of a transaction that the central system does not know. */
    record UnknownStopped(int transactionId, String idTag, long meterStop, Instant at) implements Message {}

    /**
     * The progress of a firmware update.
     *
     * @param progress null if none is under way
     * @param requestId of the request; null if it had no number
     */
    record FirmwareStatus(
            @Nullable Progress progress, @Nullable Integer requestId) implements Message {}

    /**
     * The progress of a diagnostics upload.
     *
     * @param progress null if none is under way
     * @param requestId of the request; null if it had no number
     */
    record DiagnosticsStatus(
            @Nullable Progress progress, @Nullable Integer requestId) implements Message {}

    /** Keys and their values, reported for the request with this id. */
    record ConfigurationReported(int requestId, Part part, Instant at, List<Answer.Configuration.Entry> entries)
            implements Message {
        public ConfigurationReported {
            entries = List.copyOf(entries);
        }
    }

    record MonitorsReported(int requestId, Part part, Instant at, List<Monitor> monitors) implements Message {
        public MonitorsReported {
            monitors = List.copyOf(monitors);
        }
    }

    record DisplayReported(int requestId, Part part, List<DisplayMessage> messages) implements Message {
        public DisplayReported {
            messages = List.copyOf(messages);
        }
    }

    /** The profiles of one connector; connector 0 is the whole charger. */
    record ProfilesReported(int requestId, boolean last, int connectorId, List<ChargingProfile> profiles)
            implements Message {
        public ProfilesReported {
            profiles = List.copyOf(profiles);
        }
    }

    record CustomerReported(int requestId, Part part, Instant at, String text) implements Message {}

    /**
     * A reservation ended.
     *
     * @param expired true if it expired, false if it was removed
     */
    record ReservationEnded(int reservationId, boolean expired) implements Message {}

    /**
     * The position of a message within a report.
     *
     * @param number from 0
     */
    record Part(int number, boolean last) {}

    /** The steps of updates and uploads. */
    enum Progress {
        ACCEPTED_CANCELED,
        DOWNLOAD_SCHEDULED,
        DOWNLOADING,
        DOWNLOADED,
        SIGNATURE_VERIFIED,
        INSTALLING,
        INSTALLED,
        UPLOADING,
        UPLOADED
    }
}
