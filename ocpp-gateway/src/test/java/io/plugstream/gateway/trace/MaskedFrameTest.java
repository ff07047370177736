package io.plugstream.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedFrameTest {

    private static final String SECRET = "S3CR3T";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2,'1','Authorize',{'idTag':'S3CR3T'}]",
                "[2,'1','Authorize',{'IDTag':'S3CR3T'}]",
                "[2,'1','Authorize',{'idTag':{'inner':'S3CR3T'}}]",
                "[2,'1','Authorize',{'idTag':['S3CR3T']}]",
                "[3,'1',{'idTagInfo':{'status':'Accepted','parentIdTag':'S3CR3T'}}]",
                "[2,'1','SendLocalList',{'listVersion':1,'updateType':'Full','localAuthorizationList':[{'idTag':'S3CR3T'}]}]",
                "[2,'1','ReserveNow',{'connectorId':1,'parentIdTag':'S3CR3T'}]",
                "[2,'1','ChangeConfiguration',{'key':'AuthorizationKey','value':'S3CR3T'}]",
                "[2,'1','ChangeConfiguration',{'value':'S3CR3T','key':'authorizationkey'}]",
                "[2,'1','ChangeConfiguration',{'key':'Vendor.WiFi-Password','value':'S3CR3T'}]",
                "[3,'1',{'configurationKey':[{'key':'AuthorizationKey','readonly':false,'value':'S3CR3T'}]}]",
                "[2,'1','DataTransfer',{'vendorId':'v','data':'{idTag: S3CR3T}'}]",
                "[2,'1','GetDiagnostics',{'location':'ftp://user:S3CR3T@host/path'}]",
                "[2,'1','UpdateFirmware',{'location':'https://host/path?signature=S3CR3T'}]",
                "[2,'1','GetDiagnostics',{'location':'ftp://user:S3CR3T@ho st/'}]",
                "[2,'1','InstallCertificate',{'certificate':'-----BEGIN EC PRIVATE KEY----- S3CR3T'}]",
                "[4,'1','GenericError','tag S3CR3T is unknown',{'tag':'S3CR3T'}]",
                "[2,'1','Authorize','S3CR3T']",
                "[2,'1','Authorize',{'idToken':{'idToken':'S3CR3T','type':'KeyCode'},'certificate':'S3CR3T'}]",
                "[2,'1','TransactionEvent',{'idToken':{'idToken':'x','type':'Local','additionalInfo':[{'additionalIdToken':'S3CR3T','type':'x'}]}}]",
                "[2,'1','SetVariables',{'setVariableData':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},'attributeValue':'S3CR3T'}]}]",
                "[2,'1','SetVariables',{'setVariableData':[{'attributeValue':'S3CR3T','variable':{'name':'Any'},'component':{'name':'securityctrlr'}}]}]",
                "[2,'1','SetVariables',{'setVariableData':[{'component':{'name':'Vendor'},'variable':{'name':'WiFiPassphrase'},'attributeValue':'S3CR3T'}]}]",
                "[3,'1',{'getVariableResult':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},'attributeValue':'S3CR3T'}]}]",
                "[2,'1','NotifyReport',{'reportData':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'X'},'variableAttribute':[{'value':'S3CR3T'}]}]}]",
                "[2,'1','NotifyEvent',{'eventData':[{'component':{'name':'SecurityCtrlr'},'variable':{'name':'X'},'actualValue':'S3CR3T'}]}]",
                "[2,'1','SetNetworkProfile',{'connectionData':{'apn':{'apnPassword':'S3CR3T','simPin':'S3CR3T'},'vpn':{'server':'s','user':'S3CR3T','password':'S3CR3T','key':'S3CR3T'}}}]",
                "[2,'1','SetNetworkProfile',{'connectionData':{'ocppCsmsUrl':'wss://CS-1:S3CR3T@host/ocpp','apn':{'apnUserName':'S3CR3T'}}}]",
                "[2,'1','CustomerInformation',{'customerIdentifier':'S3CR3T'}]",
                "[2,'1','NotifyCustomerInformation',{'data':'S3CR3T'}]",
                "[2,'1','CertificateSigned',{'certificateChain':'S3CR3T'}]",
                "[2,'1','InstallCertificate',{'certificate':'S3CR3T'}]",
                "[2,'1','SignCertificate',{'csr':'S3CR3T'}]",
                "[2,'1','UpdateFirmware',{'firmware':{'signingCertificate':'S3CR3T','location':'https://user:S3CR3T@host/'}}]",
                "[2,'1','Authorize',{'idTag':'S3CR3T'}",
                "[2,'1','Authorize',{'idTag':'S3CR3T','idTag':'S3CR3T'}]",
                "S3CR3T"
            })
    void hidesSecrets(String frame) {
        assertThat(MaskedFrame.received(frame.replace('\'', '"'))).doesNotContain(SECRET);
    }

    @Test
    void showsEverythingElse() {
        assertThat(MaskedFrame.received(
                        "[2, \"m1\", \"StartTransaction\", {\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":1.50}]"))
                .isEqualTo("[2,\"m1\",\"StartTransaction\",{\"connectorId\":1,\"idTag\":\"***\",\"meterStart\":1.50}]");
        assertThat(MaskedFrame.sent(
                        "[2,\"1\",\"ChangeConfiguration\",{\"key\":\"HeartbeatInterval\",\"value\":\"60\"}]"))
                .contains("\"60\"");
        assertThat(MaskedFrame.sent("[2,\"1\",\"GetDiagnostics\",{\"location\":\"ftp://u:p@host:21/path\"}]"))
                .contains("\"ftp://host:21/path\"");
        assertThat(MaskedFrame.sent(
                        "[2,\"1\",\"SetVariables\",{\"setVariableData\":[{\"component\":{\"name\":\"TxCtrlr\"},"
                                + "\"variable\":{\"name\":\"EVConnectionTimeOut\"},\"attributeValue\":\"60\"}]}]"))
                .contains("\"60\"");
        assertThat(MaskedFrame.sent("[4,\"1\",\"TypeConstraintViolation\",\"idTag is not a text\",{}]"))
                .contains("idTag is not a text");
    }

    @Test
    void showsOnlyTheLengthOfInvalidMessages() {
        assertThat(MaskedFrame.received("nonsense")).isEqualTo("(not an OCPP message, 8 characters)");
    }
}
