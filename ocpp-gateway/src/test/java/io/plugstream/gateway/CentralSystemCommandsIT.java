package io.plugstream.gateway;

import static io.plugstream.model.command.CommandAction.*;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The OCA's cases for central systems about commands, from the topic of commands to that of their results. */
class CentralSystemCommandsIT {

    private static final String ACCEPTED = "{'status':'Accepted'}";
    private static final String REJECTED = "{'status':'Rejected'}";
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
    @OcaCase("TC_013_CSMS")
    void hardReset() throws Exception {
        reset("Hard", "HardReset");
    }

    @Test
    @OcaCase("TC_014_CSMS")
    void softReset() throws Exception {
        reset("Soft", "SoftReset");
    }

    private void reset(String type, String reason) throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.isAsked(RESET, "{'type':'" + type + "'}", ACCEPTED);
        charger.stops(transaction, NOON, reason);
        charger.close();
        charger = OcaCharger.connect(gateway, topics, charger.id(), "secret");
        charger.boots();
        charger.reports(1, "Available");
    }

    @Test
    @OcaCase("TC_017_1_CSMS")
    @OcaCase("TC_017_2_CSMS")
    @OcaCase("TC_030_CSMS")
    @OcaCase("TC_031_CSMS")
    void unlock() throws Exception {
        for (String status : new String[] {"Unlocked", "NotSupported", "UnlockFailed"}) {
            charger.isAsked(UNLOCK_CONNECTOR, "{'connectorId':1}", "{'status':'" + status + "'}");
        }
        charger.isAsked(UNLOCK_CONNECTOR, "{'connectorId':99}", "{'status':'NotSupported'}");
    }

    @Test
    @OcaCase("TC_018_1_CSMS")
    void unlockDuringASession() throws Exception {
        int transaction = charger.starts("TAG", NOON);
        charger.isAsked(UNLOCK_CONNECTOR, "{'connectorId':1}", "{'status':'Unlocked'}");
        charger.stops(transaction, NOON, "UnlockCommand");
        charger.reports(1, "Finishing");
        charger.reports(1, "Available");
    }

    @Test
    @OcaCase("TC_019_1_CSMS")
    @OcaCase("TC_019_2_CSMS")
    void configurationIsRead() throws Exception {
        charger.isAsked(
                GET_CONFIGURATION,
                "{}",
                "{'configurationKey':[{'key':'HeartbeatInterval','readonly':false,'value':'60'},{'key':'A','readonly':true}]}");
        charger.isAsked(
                GET_CONFIGURATION,
                "{'key':['SupportedFeatureProfiles','Nothing']}",
                "{'configurationKey':[{'key':'SupportedFeatureProfiles','readonly':true,'value':'Core'}],'unknownKey':['Nothing']}");
    }

    @Test
    @OcaCase("TC_021_CSMS")
    @OcaCase("TC_040_1_CSMS")
    @OcaCase("TC_040_2_CSMS")
    void configurationIsChanged() throws Exception {
        charger.isAsked(CHANGE_CONFIGURATION, "{'key':'MeterValueSampleInterval','value':'60'}", ACCEPTED);
        charger.isAsked(CHANGE_CONFIGURATION, "{'key':'Nothing','value':'1'}", "{'status':'NotSupported'}");
        charger.isAsked(CHANGE_CONFIGURATION, "{'key':'MeterValueSampleInterval','value':'-1'}", REJECTED);
    }

    @Test
    @OcaCase("TC_042_1_CSMS")
    @OcaCase("TC_042_2_CSMS")
    void localListVersionIsRead() throws Exception {
        charger.isAsked(GET_LOCAL_LIST_VERSION, "{}", "{'listVersion':-1}");
        charger.isAsked(GET_LOCAL_LIST_VERSION, "{}", "{'listVersion':0}");
    }

    @Test
    @OcaCase("TC_043_1_CSMS")
    @OcaCase("TC_043_3_CSMS")
    @OcaCase("TC_043_4_CSMS")
    @OcaCase("TC_043_5_CSMS")
    void localListIsSent() throws Exception {
        String entry = "{'idTag':'TAG','idTagInfo':{'status':'Accepted','expiryDate':'2027-01-01T00:00:00Z'}}";
        String full = "{'listVersion':1,'updateType':'Full','localAuthorizationList':[" + entry + "]}";
        charger.isAsked(SEND_LOCAL_LIST, full, "{'status':'NotSupported'}");
        charger.isAsked(SEND_LOCAL_LIST, full, "{'status':'Failed'}");
        charger.isAsked(SEND_LOCAL_LIST, full, ACCEPTED);
        charger.isAsked(
                SEND_LOCAL_LIST,
                "{'listVersion':2,'updateType':'Differential','localAuthorizationList':[{'idTag':'TAG'}]}",
                ACCEPTED);
        charger.isAsked(GET_LOCAL_LIST_VERSION, "{}", "{'listVersion':2}");
    }

    @Test
    @OcaCase("TC_046_CSMS")
    @OcaCase("TC_049_CSMS")
    @OcaCase("TC_053_CSMS")
    void aReservationIsUsed() throws Exception {
        for (int connector = 0; connector <= 1; connector++) {
            charger.isAsked(RESERVE_NOW, reservation(connector, 10 + connector), ACCEPTED);
            charger.reports(connector, "Reserved");
            charger.isAuthorised("TAG");
            int transaction = charger.starts(
                    "TAG", "2026-11-21T12:0" + connector + ":00Z", ",'reservationId':" + (10 + connector));
            charger.reports(1, "Charging");
            charger.stops(transaction, NOON, "Local");
        }
    }

    @Test
    @OcaCase("TC_047_CSMS")
    @OcaCase("TC_051_CSMS")
    @OcaCase("TC_052_CSMS")
    void aReservationEnds() throws Exception {
        charger.isAsked(RESERVE_NOW, reservation(1, 7), ACCEPTED);
        charger.reports(1, "Reserved");
        charger.reports(1, "Available");
        charger.isAsked(RESERVE_NOW, reservation(1, 8), ACCEPTED);
        charger.reports(1, "Reserved");
        charger.isAsked(CANCEL_RESERVATION, "{'reservationId':8}", ACCEPTED);
        charger.reports(1, "Available");
        charger.isAsked(CANCEL_RESERVATION, "{'reservationId':8}", REJECTED);
    }

    @Test
    @OcaCase("TC_048_1_CSMS")
    @OcaCase("TC_048_2_CSMS")
    @OcaCase("TC_048_3_CSMS")
    @OcaCase("TC_048_4_CSMS")
    void aReservationIsRefused() throws Exception {
        charger.isAsked(CHANGE_AVAILABILITY, "{'connectorId':1,'type':'Inoperative'}", ACCEPTED);
        for (String status : new String[] {"Faulted", "Occupied", "Unavailable", "Rejected"}) {
            charger.isAsked(RESERVE_NOW, reservation(1, 9), "{'status':'" + status + "'}");
        }
    }

    private static String reservation(int connector, int id) {
        return "{'connectorId':%d,'expiryDate':'2027-01-01T00:00:00Z','idTag':'TAG','parentIdTag':'GROUP','reservationId':%d}"
                .formatted(connector, id);
    }

    @Test
    @OcaCase("TC_055_CSMS")
    void aTriggerIsRejected() throws Exception {
        charger.isAsked(TRIGGER_MESSAGE, "{'requestedMessage':'MeterValues'}", REJECTED);
    }

    @Test
    @OcaCase("TC_056_CSMS")
    @OcaCase("TC_057_CSMS")
    void profilesAreSet() throws Exception {
        charger.isAsked(
                SET_CHARGING_PROFILE,
                "{'connectorId':1,'csChargingProfiles':" + profile("TxDefaultProfile") + "}",
                ACCEPTED);
        int transaction = charger.starts("TAG", NOON);
        charger.isAsked(
                SET_CHARGING_PROFILE,
                "{'connectorId':1,'csChargingProfiles':"
                        + profile("TxProfile").replace("{'charging", "{'transactionId':" + transaction + ",'charging")
                        + "}",
                ACCEPTED);
    }

    @Test
    @OcaCase("TC_066_CSMS")
    void compositeScheduleIsRead() throws Exception {
        charger.isAsked(
                GET_COMPOSITE_SCHEDULE,
                "{'connectorId':1,'duration':600,'chargingRateUnit':'A'}",
                "{'status':'Accepted','connectorId':1,'scheduleStart':'2026-11-21T12:00:00Z','chargingSchedule':{'duration':600,'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16.0}]}}");
        charger.isAsked(GET_COMPOSITE_SCHEDULE, "{'connectorId':9,'duration':600}", REJECTED);
    }

    @Test
    @OcaCase("TC_067_CSMS")
    void profilesAreCleared() throws Exception {
        charger.isAsked(CLEAR_CHARGING_PROFILE, "{'id':1}", ACCEPTED);
        charger.isAsked(
                CLEAR_CHARGING_PROFILE,
                "{'connectorId':1,'chargingProfilePurpose':'TxDefaultProfile','stackLevel':0}",
                ACCEPTED);
        charger.isAsked(CLEAR_CHARGING_PROFILE, "{}", "{'status':'Unknown'}");
    }

    static String profile(String purpose) {
        return "{'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'%s','chargingProfileKind':'Relative','chargingSchedule':{'duration':300,'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':6.0,'numberPhases':3}]}}"
                .formatted(purpose);
    }

    @Test
    @OcaCase("TC_061_CSMS")
    void theCacheIsCleared() throws Exception {
        charger.isAsked(CLEAR_CACHE, "{}", ACCEPTED);
        charger.isAsked(CLEAR_CACHE, "{}", REJECTED);
    }

    @Test
    void aChargersRefusalOfDataTransferIsPublished() throws Exception {
        charger.refuses(DATA_TRANSFER, "{'vendorId':'v','data':'d'}", "NotImplemented");
        charger.isAsked(DATA_TRANSFER, "{'vendorId':'v'}", "{'status':'UnknownVendorId','data':'x'}");
    }

    @Test
    @OcaCase("TC_073_CSMS")
    void passwordIsChanged() throws Exception {
        String password = "OCA_OCTT_admin_test";
        String digits = "4F43415F4F4354545F61646D696E5F74657374";
        charger.isAsked(CHANGE_CONFIGURATION, "{'key':'AuthorizationKey','value':'" + digits + "'}", ACCEPTED);
        // api-service does this once the charger has accepted: PasswordChangeIT in system-tests.
        topics.register(charger.id(), password);
        assertThat(charger.isCutOff()).isTrue();
        charger = OcaCharger.connect(gateway, topics, charger.id(), password);
        charger.beats();
    }
}
