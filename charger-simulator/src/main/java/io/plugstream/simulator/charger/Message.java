package io.plugstream.simulator.charger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a charger has to say, in no protocol's words. Times are those of its own clock. */
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

    /** Whether it belongs to a transaction, so that it must never be lost (OCPP 1.6, 3.7.2). */
    @JsonIgnore
    default boolean isOfTransaction() {
        return false;
    }

    /** It has started. */
    record Booted(ChargerModel model) implements Message {}

    /** It is there. */
    record Heartbeat() implements Message {}

    /**
     * What a connector is in.
     *
     * @param connectorId 0 for the whole charger
     */
    record StatusChanged(
            int connectorId,
            ConnectorStatus status,
            @Nullable String errorCode,
            Instant at) implements Message {}

    /** Somebody showed a card, or asked from afar, and may charge if the answer says so. */
    record Identified(int connectorId, String idTag) implements Message {}

    /**
     * A transaction has begun.
     *
     * @param meterStart in Wh
     * @param remoteStartId of the request that it follows; null if there was none, or it had no number
     */
    record ChargingStarted(
            UUID session,
            int connectorId,
            String idTag,
            long meterStart,
            Instant at,
            @Nullable Integer reservationId,
            @Nullable Integer remoteStartId)
            implements Message {
        @Override
        public boolean isOfTransaction() {
            return true;
        }
    }

    /**
     * The meter of a connector was read.
     *
     * @param session null outside of a transaction
     * @param number which message of its session it is; the start has 0
     * @param measurands what of the reading is to be told, as OCPP spells it
     * @param triggered whether the central system asked for it
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

        @Override
        public boolean isOfTransaction() {
            return session != null;
        }
    }

    /**
     * Energy flows in a transaction, or does not any more.
     *
     * @param number which message of its session it is
     */
    record ChargingChanged(UUID session, int number, int connectorId, ConnectorStatus status, Instant at)
            implements Message {
        @Override
        public boolean isOfTransaction() {
            return true;
        }
    }

    /**
     * A transaction has ended.
     *
     * @param number which message of its session it is
     * @param meterStop in Wh
     */
    record ChargingStopped(
            UUID session, int number, int connectorId, String idTag, long meterStop, Instant at, StopReason reason)
            implements Message {
        @Override
        public boolean isOfTransaction() {
            return true;
        }
    }

    /** The end of a transaction that the central system never heard of. */
    record UnknownStopped(int transactionId, String idTag, long meterStop, Instant at) implements Message {
        @Override
        public boolean isOfTransaction() {
            return true;
        }
    }

    /**
     * How far an update got.
     *
     * @param progress null when there is none
     * @param requestId of the request for it; null if that had no number
     */
    record FirmwareStatus(
            @Nullable Progress progress, @Nullable Integer requestId) implements Message {}

    /**
     * How far an upload of diagnostics got.
     *
     * @param progress null when there is none
     * @param requestId of the request for it; null if that had no number
     */
    record DiagnosticsStatus(
            @Nullable Progress progress, @Nullable Integer requestId) implements Message {}

    /** What was asked for by a request of this number: keys and their values. */
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
     * A reservation is no more.
     *
     * @param expired whether its time was over, else it was removed
     */
    record ReservationEnded(int reservationId, boolean expired) implements Message {}

    /**
     * Which message of a report it is.
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
