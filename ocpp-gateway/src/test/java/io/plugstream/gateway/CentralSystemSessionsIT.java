package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The OCA's cases for central systems about boots and charging sessions. */
class CentralSystemSessionsIT {

    private static final String NOON = "2026-11-21T12:00:00Z";
    private static final String ONE = "2026-11-21T13:00:00Z";

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
    @OcaCase("TC_001_CSMS")
    void coldBoot() throws Exception {
        charger.boots();
        for (int connector = 0; connector <= 2; connector++) {
            charger.reports(connector, "Available");
        }
        charger.beats();
    }

    @Test
    @OcaCase("TC_003_CSMS")
    void pluginFirst() throws Exception {
        charger.reports(1, "Preparing");
        charger.isAuthorised("TAG");
        int transaction = charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
        charger.meters(transaction);
    }

    @Test
    @OcaCase("TC_004_1_CSMS")
    void identificationFirst() throws Exception {
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
    }

    @Test
    @OcaCase("TC_004_2_CSMS")
    void identificationThenNoCable() throws Exception {
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.reports(1, "Available");
    }

    @Test
    @OcaCase("TC_005_1_CSMS")
    void theCarIsDisconnected() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
        charger.reports(1, "SuspendedEV");
        charger.stops(transaction, ONE, "EVDisconnected");
        charger.reports(1, "Finishing");
        charger.reports(1, "Available");
        assertStopped(transaction, "EVDisconnected");
    }

    @Test
    @OcaCase("TC_007_CSMS")
    void aCachedTagStartsWithoutAuthorize() throws Exception {
        charger.reports(1, "Preparing");
        charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
    }

    @Test
    @OcaCase("TC_010_CSMS")
    void remoteStartAfterThePlug() throws Exception {
        charger.reports(1, "Preparing");
        remoteStart("Accepted");
        charger.isAuthorised("TAG");
        charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
    }

    @Test
    @OcaCase("TC_011_1_CSMS")
    void remoteStartBeforeThePlug() throws Exception {
        remoteStart("Accepted");
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
    }

    @Test
    @OcaCase("TC_011_2_CSMS")
    void remoteStartWithoutAPlug() throws Exception {
        remoteStart("Accepted");
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.reports(1, "Available");
    }

    @Test
    @OcaCase("TC_012_CSMS")
    void remoteStop() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.isAsked(
                CommandAction.REMOTE_STOP_TRANSACTION,
                "{'transactionId':" + transaction + "}",
                "{'status':'Accepted'}");
        charger.stops(transaction, ONE, "Remote");
        charger.reports(1, "Finishing");
        charger.reports(1, "Available");
        assertStopped(transaction, "Remote");
    }

    @Test
    @OcaCase("TC_024_CSMS")
    void aLockFails() throws Exception {
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.reports(1, "Faulted", "ConnectorLockFailure");
    }

    @Test
    @OcaCase("TC_026_CSMS")
    void aRejectedRemoteStart() throws Exception {
        remoteStart("Rejected");
    }

    @Test
    @OcaCase("TC_028_CSMS")
    void aRejectedRemoteStop() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.isAsked(
                CommandAction.REMOTE_STOP_TRANSACTION,
                "{'transactionId':" + (transaction + 1) + "}",
                "{'status':'Rejected'}");
        charger.meters(transaction);
    }

    @Test
    @OcaCase("TC_032_1_CSMS")
    void aPowerFailureStopsTheTransaction() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.close();
        charger = OcaCharger.connect(gateway, topics, charger.id(), "secret");
        charger.boots();
        charger.stops(transaction, ONE, "PowerLoss");
        charger.reports(1, "Available");
        assertStopped(transaction, "PowerLoss");
    }

    @Test
    @OcaCase("TC_037_1_CSMS")
    void startedWhileOffline() throws Exception {
        charger.close();
        charger = OcaCharger.connect(gateway, topics, charger.id(), "secret");
        int transaction = charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
        assertThat(topics.transactionEvents(charger.id())).singleElement().satisfies(event -> {
            assertThat(event.data())
                    .isInstanceOfSatisfying(
                            TransactionStarted.class,
                            started -> assertThat(started.transactionId()).isEqualTo(transaction));
            assertThat(event.occurredAt()).isEqualTo(Instant.parse(NOON));
        });
    }

    @Test
    @OcaCase("TC_039_CSMS")
    void startedAndStoppedWhileOffline() throws Exception {
        charger.close();
        charger = OcaCharger.connect(gateway, topics, charger.id(), "secret");
        int transaction = charger.starts("TAG", NOON);
        charger.stops(transaction, ONE, "Local");
        assertThat(topics.transactionEvents(charger.id()).getLast().occurredAt())
                .isEqualTo(Instant.parse(ONE));
        assertStopped(transaction, "Local");
    }

    @Test
    @OcaCase("TC_059_CSMS")
    void remoteStartWithAProfile() throws Exception {
        charger.isAsked(
                CommandAction.REMOTE_START_TRANSACTION,
                "{'connectorId':1,'idTag':'TAG','chargingProfile':" + CentralSystemCommandsIT.profile("TxProfile")
                        + "}",
                "{'status':'Accepted'}");
        charger.isAuthorised("TAG");
        charger.reports(1, "Preparing");
        charger.starts("TAG", NOON);
        charger.reports(1, "Charging");
    }

    private void remoteStart(String answer) throws Exception {
        charger.isAsked(
                CommandAction.REMOTE_START_TRANSACTION,
                "{'connectorId':1,'idTag':'TAG'}",
                "{'status':'" + answer + "'}");
    }

    private void assertStopped(int transaction, String reason) {
        assertThat(topics.transactionEvents(charger.id()).getLast().data())
                .isInstanceOfSatisfying(TransactionStopped.class, stopped -> {
                    assertThat(stopped.transactionId()).isEqualTo(transaction);
                    assertThat(stopped.reason()).isEqualTo(reason);
                    assertThat(stopped.meterStop()).isEqualTo(900);
                });
    }
}
