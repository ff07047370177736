package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a central system asks of a charger, in no protocol's words. */
public sealed interface Request
        permits Request.StartCharging,
                Request.StopCharging,
                Request.Reset,
                Request.Unlock,
                Request.ChangeAvailability,
                Request.ReadConfiguration,
                Request.ChangeConfiguration,
                Request.ChangeConfigurations,
                Request.ReportConfiguration,
                Request.ReadTransaction,
                Request.Trigger,
                Request.ClearCache,
                Request.ExchangeData,
                Request.Reserve,
                Request.CancelReservation,
                Request.SendLocalList,
                Request.ReadLocalListVersion,
                Request.SetProfile,
                Request.ClearProfiles,
                Request.ReportProfiles,
                Request.ReadSchedule,
                Request.UploadDiagnostics,
                Request.UpdateFirmware,
                Request.TellOfCustomer,
                Request.KeepNetworkProfile,
                Request.PublishFirmware,
                MonitoringRequest,
                DisplayRequest,
                CertificateRequest {

    /**
     * Somebody far away wants to charge.
     *
     * @param connectorId null leaves the choice to the charger
     * @param remoteStartId by which the transaction names this request; null where the protocol has none
     */
    record StartCharging(
            @Nullable Integer connectorId,
            String idTag,
            @Nullable ChargingProfile profile,
            @Nullable Integer remoteStartId)
            implements Request {}

    /**
     * Charging is to end.
     *
     * @param transaction what the central system calls it
     */
    record StopCharging(String transaction) implements Request {}

    /**
     * The charger is to start again.
     *
     * @param connectorId of the only one that is meant; null for the whole charger
     */
    record Reset(When when, @Nullable Integer connectorId) implements Request {

        /** What becomes of transactions that run. */
        public enum When {
            /** They end in good order before. */
            SOFT,
            /** They end. */
            HARD,
            /** The charger waits for their end. */
            IDLE
        }
    }

    record Unlock(int connectorId) implements Request {}

    /**
     * A connector is to be used, or not.
     *
     * @param connectorId 0 for all
     */
    record ChangeAvailability(int connectorId, boolean operative) implements Request {}

    /**
     * Values of keys.
     *
     * @param keys all if there are none
     */
    record ReadConfiguration(List<String> keys) implements Request {}

    record ChangeConfiguration(String key, String value) implements Request {}

    /** Several changes, each of which is answered for itself. */
    record ChangeConfigurations(List<ChangeConfiguration> changes) implements Request {}

    /**
     * What the charger can be asked for by a key is to be reported under this number.
     *
     * @param choice those of all that are wanted
     */
    record ReportConfiguration(int requestId, UnaryOperator<List<Answer.Configuration.Entry>> choice)
            implements Request {}

    /**
     * Whether a transaction runs, and whether all of it was told.
     *
     * @param transaction what the central system calls it; null asks for messages of any
     */
    record ReadTransaction(@Nullable String transaction) implements Request {}

    /**
     * A message is to be sent.
     *
     * @param message null for one that the charger does not know
     */
    record Trigger(@Nullable Triggered message, @Nullable Integer connectorId) implements Request {}

    record ClearCache() implements Request {}

    record ExchangeData(String vendorId) implements Request {}

    record Reserve(
            int reservationId,
            int connectorId,
            String idTag,
            @Nullable String parentIdTag,
            Instant until) implements Request {}

    record CancelReservation(int reservationId) implements Request {}

    /**
     * Tags that the charger is to know.
     *
     * @param full whether it replaces the list
     */
    record SendLocalList(int version, boolean full, List<Entry> entries) implements Request {

        /**
         * A tag.
         *
         * @param accepted null takes the tag out of the list
         */
        public record Entry(String idTag, @Nullable Boolean accepted) {}
    }

    record ReadLocalListVersion() implements Request {}

    record SetProfile(int connectorId, ChargingProfile profile) implements Request {}

    /** Profiles are to go; null filters nothing. */
    record ClearProfiles(
            @Nullable Integer id,
            @Nullable Integer connectorId,
            ChargingProfile.@Nullable Purpose purpose,
            @Nullable Integer stackLevel)
            implements Request {}

    /** The profiles that are meant are to be reported under this number. */
    record ReportProfiles(int requestId, Predicate<ChargingProfile> meant) implements Request {}

    /**
     * What a connector may take from now on.
     *
     * @param inAmperes else in W
     */
    record ReadSchedule(int connectorId, Duration length, boolean inAmperes) implements Request {}

    /**
     * A file of diagnostics is wanted.
     *
     * @param requestId by which the charger's messages name this request; null where the protocol has none
     */
    record UploadDiagnostics(@Nullable Integer requestId) implements Request {}

    /**
     * Firmware is to be fetched and installed.
     *
     * @param requestId by which the charger's messages name this request; null where the protocol has none
     * @param signedBy the certificate of who has signed it; null if nobody has
     */
    record UpdateFirmware(
            Instant from,
            @Nullable Integer requestId,
            @Nullable String signedBy) implements Request {}

    /**
     * What the charger knows of a customer is to be reported under this number, or forgotten.
     *
     * @param ways by how many ways the customer is named
     * @param idTag null if the customer is named otherwise
     */
    record TellOfCustomer(
            int requestId,
            boolean report,
            boolean clear,
            int ways,
            @Nullable String idTag) implements Request {}

    /**
     * Another way to the central system.
     *
     * @param possible whether the charger could go it
     */
    record KeepNetworkProfile(int slot, boolean possible) implements Request {}

    /** Firmware is to be published to other chargers, or not any more. */
    record PublishFirmware() implements Request {}

    /** The messages that can be asked for. */
    enum Triggered {
        BOOT,
        HEARTBEAT,
        METER,
        TRANSACTION,
        STATUS,
        FIRMWARE,
        DIAGNOSTICS
    }
}
