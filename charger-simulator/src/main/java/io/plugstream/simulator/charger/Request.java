package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A central system's request to a charger, independent of the protocol. */
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
                Request.CustomerInformation,
                Request.SetNetworkProfile,
                Request.PublishFirmware,
                MonitoringRequest,
                DisplayRequest,
                CertificateRequest {

    /**
     * Starts charging remotely.
     *
     * @param connectorId null lets the charger choose
     * @param remoteStartId number of this request, which the transaction reports; null if the protocol has none
     */
    record StartCharging(
            @Nullable Integer connectorId,
            String idTag,
            @Nullable ChargingProfile profile,
            @Nullable Integer remoteStartId)
            implements Request {}

    /**
     * Stops charging.
     *
     * @param transaction the central system's id of the transaction
     */
    record StopCharging(String transaction) implements Request {}

    /**
     * Restarts the charger.
     *
     * @param connectorId the only connector to restart; null for the whole charger
     */
    record Reset(When when, @Nullable Integer connectorId) implements Request {

        /** How running transactions are handled. */
        public enum When {
            /** They are stopped properly first. */
            SOFT,
            /** They are stopped. */
            HARD,
            /** The charger waits until they end. */
            IDLE
        }
    }

    record Unlock(int connectorId) implements Request {}

    /**
     * Makes a connector operative or inoperative.
     *
     * @param connectorId 0 for all connectors
     */
    record ChangeAvailability(int connectorId, boolean operative) implements Request {}

    /**
     * Reads the values of keys.
     *
     * @param keys empty for all
     */
    record ReadConfiguration(List<String> keys) implements Request {}

    record ChangeConfiguration(String key, String value) implements Request {

        /** The value may be a password. */
        @Override
        public String toString() {
            return "ChangeConfiguration[" + key + ']';
        }
    }

    /** Several changes; each has its own result. */
    record ChangeConfigurations(List<ChangeConfiguration> changes) implements Request {}

    /**
     * Reports readable values with this request id.
     *
     * @param choice selects the values from all
     */
    record ReportConfiguration(int requestId, UnaryOperator<List<Answer.Configuration.Entry>> choice)
            implements Request {}

    /**
     * Asks whether a transaction is running and whether all its messages were sent.
     *
     * @param transaction the central system's id of the transaction; null asks about messages of any transaction
     */
    record ReadTransaction(@Nullable String transaction) implements Request {}

    /**
     * Triggers a message.
     *
     * @param message null if the charger does not know it
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
     * Updates the local authorisation list.
     *
     * @param full whether the update replaces the whole list
     */
    record SendLocalList(int version, boolean full, List<Entry> entries) implements Request {

        /**
         * An entry of the list.
         *
         * @param accepted null removes the tag
         */
        public record Entry(String idTag, @Nullable Boolean accepted) {}
    }

    record ReadLocalListVersion() implements Request {}

    record SetProfile(int connectorId, ChargingProfile profile) implements Request {}

    /** Removes the matching profiles; null matches all. */
    record ClearProfiles(
            @Nullable Integer id,
            @Nullable Integer connectorId,
            ChargingProfile.@Nullable Purpose purpose,
            @Nullable Integer stackLevel)
            implements Request {}

    /** Reports the matching profiles with this request id. */
    record ReportProfiles(int requestId, Predicate<ChargingProfile> meant) implements Request {}

    /**
     * Reads the power that a connector may draw from now on.
     *
     * @param inAmperes true for A, false for W
     */
    record ReadSchedule(int connectorId, Duration length, boolean inAmperes) implements Request {}

    /**
     * Uploads a diagnostics file.
     *
     * @param requestId number of this request, which the charger's messages carry; null if the protocol has none
     */
    record UploadDiagnostics(@Nullable Integer requestId) implements Request {}

    /**
     * Downloads and installs firmware.
     *
     * @param requestId number of this request, which the charger's messages carry; null if the protocol has none
     * @param signedBy the signer's certificate; null if the firmware is unsigned
     */
    record UpdateFirmware(
            Instant from,
            @Nullable Integer requestId,
            @Nullable String signedBy) implements Request {}

    /**
     * Reports the charger's data about a customer with this request id, or clears them.
     *
     * @param ways number of identifiers by which the request names the customer
     * @param idTag null if the request names the customer by another identifier
     */
    record CustomerInformation(
            int requestId,
            boolean report,
            boolean clear,
            int ways,
            @Nullable String idTag) implements Request {}

    /**
     * Stores another network profile for the connection to the central system.
     *
     * @param possible whether the charger could connect with it
     */
    record SetNetworkProfile(int slot, boolean possible) implements Request {}

    /** Publishes firmware to other chargers, or stops doing so. */
    record PublishFirmware() implements Request {}

    /** The messages that can be triggered. */
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
