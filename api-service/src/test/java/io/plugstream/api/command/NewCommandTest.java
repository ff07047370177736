package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.ProblemException;
import io.plugstream.model.json.Json;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewCommandTest {

    private static final Target OF_1_6 = new Target("CP", UUID.randomUUID(), "ocpp1.6");
    private static final Target OF_2_0_1 = new Target("CP", UUID.randomUUID(), "ocpp2.0.1");
    private static final Fault VALUE = new Fault("payload.value", "must have 16 to 40 characters");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 41})
    void aPasswordThatIsTooShortOrTooLongIsRefused(int length) {
        String password = "x".repeat(length);

        assertThat(fault(OF_1_6, configuration("AuthorizationKey", password))).isEqualTo(VALUE);
        assertThat(fault(OF_2_0_1, configuration("authorizationKey", password))).isEqualTo(VALUE);
        assertThat(fault(OF_2_0_1, configuration("SecurityCtrlr.BasicAuthPassword", password)))
                .isEqualTo(VALUE);
        assertThat(fault(OF_2_0_1, variables(password)))
                .isEqualTo(new Fault("payload.setVariableData[1].attributeValue", VALUE.message()));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 40})
    void aPasswordHas16To40Characters(int length) {
        String password = "x".repeat(length);

        assertAccepted(OF_1_6, configuration("AuthorizationKey", password));
        assertAccepted(OF_2_0_1, configuration("SecurityCtrlr.BasicAuthPassword", password));
        assertAccepted(OF_2_0_1, variables(password));
    }

    @Test
    void valuesOfOtherKeysMayBeShort() {
        assertAccepted(OF_1_6, configuration("HeartbeatInterval", "60"));
    }

    @Test
    void unstorableTextIsReportedOnce() {
        assertThat(fault(OF_1_6, "{'action':'ClearCache','payload':{'\\ud83d':1}}")
                        .field())
                .isEqualTo("payload.\ud83d");
        assertThat(fault(OF_1_6, "{'action':'DataTransfer','payload':{'vendorId':'\\ud83d'}}")
                        .field())
                .isEqualTo("payload.vendorId");
    }

    private static String configuration(String key, String value) {
        return "{'action':'ChangeConfiguration','payload':{'key':'%s','value':'%s'}}".formatted(key, value);
    }

    private static String variables(String password) {
        return """
                {'action':'SetVariables','payload':{'setVariableData':[
                    {'component':{'name':'OCPPCommCtrlr'},'variable':{'name':'HeartbeatInterval'},'attributeValue':'1'},
                    {'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},
                        'attributeValue':'%s'}]}}""".formatted(password);
    }

    private static void assertAccepted(Target target, String body) {
        assertThatCode(() -> read(target, body)).doesNotThrowAnyException();
    }

    private static Fault fault(Target target, String body) {
        ProblemException refusal = assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> read(target, body))
                .actual();
        assertThat(refusal.problem().errors()).hasSize(1);
        return refusal.problem().errors().getFirst();
    }

    private static NewCommand read(Target target, String body) {
        return NewCommand.of(Json.mapper().readTree(body.replace('\'', '"')), target);
    }
}
