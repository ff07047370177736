package io.plugstream.gateway;

import static io.plugstream.model.command.CommandAction.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.NotificationRecord;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The OCA's cases for central systems in which a charger reports something that is not an event. */
class CentralSystemNotificationsIT {

    private static final String ACCEPTED = "{'status':'Accepted'}";
    private static final String NOON = "2026-11-21T12:00:00Z";

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();
    private OcaCharger charger;

    @BeforeEach
    void connect() throws Exception {
        charger = OcaCharger.connect(gateway, topics);
    }

    @AfterEach
    void disconnect() {
        charger.close();
    }

    @Test
    @OcaCase("TC_044_1_CSMS")
    void firmware() throws Exception {
        updates("Downloading", "Downloaded", "Installing");
        charger.close();
        charger = OcaCharger.connect(gateway, topics, charger.id(), "secret");
        charger.boots();
        reports("Installed");
    }

    @Test
    @OcaCase("TC_044_2_CSMS")
    void firmwareThatCannotBeDownloaded() throws Exception {
        updates("Downloading", "DownloadFailed");
    }

    @Test
    @OcaCase("TC_044_3_CSMS")
    void firmwareThatCannotBeInstalled() throws Exception {
        updates("Downloading", "Downloaded", "Installing", "InstallationFailed");
    }

    private void updates(String... statuses) throws Exception {
        charger.isAsked(
                UPDATE_FIRMWARE,
                "{'location':'https://example.com/fw.bin','retries':1,'retrieveDate':'2026-11-21T12:00:00Z','retryInterval':10}",
                "{}");
        for (String status : statuses) {
            reports(status);
        }
    }

    private void reports(String firmwareStatus) throws Exception {
        charger.notifies(
                "FirmwareStatusNotification",
                "{'status':'" + firmwareStatus + "'}",
                "{}",
                new ChargerNotification.FirmwareStatus(firmwareStatus));
    }

    @Test
    @OcaCase("TC_045_1_CSMS")
    void diagnostics() throws Exception {
        charger.isAsked(
                GET_DIAGNOSTICS, "{'location':'ftp://example.com/','retries':1}", "{'fileName':'diagnostics.zip'}");
        uploads("Uploading");
        uploads("Uploaded");
    }

    @Test
    @OcaCase("TC_045_2_CSMS")
    void diagnosticsThatCannotBeUploaded() throws Exception {
        charger.isAsked(GET_DIAGNOSTICS, "{'location':'ftp://example.com/'}", "{'fileName':'diagnostics.zip'}");
        uploads("Uploading");
        uploads("UploadFailed");
    }

    private void uploads(String status) throws Exception {
        charger.notifies(
                "DiagnosticsStatusNotification",
                "{'status':'" + status + "'}",
                "{}",
                new ChargerNotification.DiagnosticsStatus(status));
    }

    @Test
    @OcaCase("TC_054_CSMS")
    void triggeredMessagesAreReceived() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        triggers("MeterValues','connectorId':'1");
        charger.meters(transaction);
        triggers("Heartbeat");
        charger.beats();
        triggers("StatusNotification','connectorId':'1");
        charger.reports(1, "Charging");
        triggers("DiagnosticsStatusNotification");
        uploads("Idle");
        triggers("FirmwareStatusNotification");
        reports("Idle");
        triggers("BootNotification");
        charger.boots();
    }

    private void triggers(String message) throws Exception {
        charger.isAsked(
                TRIGGER_MESSAGE,
                ("{'requestedMessage':'" + message + "'}").replace("'connectorId':'1'", "'connectorId':1"),
                ACCEPTED);
    }

    @Test
    @OcaCase("TC_064_CSMS")
    void dataOfAnUnknownVendor() throws Exception {
        charger.notifies(
                "DataTransfer",
                "{'vendorId':'com.example','messageId':'m','data':'d'}",
                "{'status':'UnknownVendorId'}",
                new ChargerNotification.DataTransfer("com.example", "m", "d"));
    }

    @Test
    @OcaCase("TC_077_CSMS")
    void aCertificateOfTheChargerWasInvalid() throws Exception {
        secures("InvalidChargePointCertificate");
    }

    @Test
    @OcaCase("TC_078_CSMS")
    void aCertificateOfTheCentralSystemWasInvalid() throws Exception {
        secures("InvalidCentralSystemCertificate");
    }

    private void secures(String type) throws Exception {
        charger.notifies(
                "SecurityEventNotification",
                "{'type':'" + type + "','timestamp':'" + NOON + "'}",
                "{}",
                new ChargerNotification.SecurityEvent(type, null));
        NotificationRecord kept = topics.notifications(charger.id()).getLast();
        assertThat(kept.occurredAt()).isEqualTo(Instant.parse(NOON));
    }
}
