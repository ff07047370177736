package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.command.PasswordChange.Outcome;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PasswordChangeTest {

    /** A station accepts every spelling, so a password in one that is not recognised would lock it out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "AuthorizationKey",
                "authorizationkey",
                "SecurityCtrlr.BasicAuthPassword",
                "securityctrlr.BASICAUTHPASSWORD"
            })
    void aConfigurationKeyIsRecognisedInAnyCase(String key) {
        JsonNode payload = json("{'key':'%s','value':'secret'}".formatted(key));

        assertThat(PasswordChange.hashForOcpp2(CommandAction.CHANGE_CONFIGURATION, payload))
                .contains(Sha256.hex("secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'}",
                "{'component':{'name':'securityctrlr'},'variable':{'name':'BASICAUTHPASSWORD'}"
            })
    void aVariableIsRecognisedInAnyCase(String variable) {
        assertThat(PasswordChange.hashForOcpp2(
                        CommandAction.SET_VARIABLES,
                        json("{'setVariableData':[" + variable + ",'attributeValue':'secret'}]}")))
                .contains(Sha256.hex("secret"));
        assertThat(PasswordChange.outcome(
                        json("{'setVariableResult':[" + variable + ",'attributeStatus':'RebootRequired'}]}")))
                .isEqualTo(Outcome.TAKES_IT_WITH_A_REBOOT);
    }

    /** The example of the OCA's case TC_073_CS. */
    @ParameterizedTest
    @CsvSource({
        "4F43415F4F4354545F61646D696E5F74657374, OCA_OCTT_admin_test",
        "4f43415f4f4354545f61646d696e5f74657374, OCA_OCTT_admin_test",
        "0123456789abcdef, 0123456789abcdef",
        "0123456789abcdef0123456789abcdef0, 0123456789abcdef0123456789abcdef0",
        "0123456789abcdef0123456789abcdef0123456789abcdef, 0123456789abcdef0123456789abcdef0123456789abcdef",
        "correct horse battery staple and so on, correct horse battery staple and so on"
    })
    void aChargerOfOcpp16DecodesHexadecimalDigits(String value, String password) {
        JsonNode payload = json("{'key':'authorizationkey','value':'%s'}".formatted(value));

        assertThat(PasswordChange.hashForOcpp16(CommandAction.CHANGE_CONFIGURATION, payload))
                .contains(Sha256.hex(password));
    }

    @ParameterizedTest
    @CsvSource({
        "Accepted, TAKES_IT_AT_ONCE",
        "RebootRequired, TAKES_IT_WITH_A_REBOOT",
        "Rejected, KEEPS_THE_OLD",
        "NotSupported, KEEPS_THE_OLD",
        "'', KEEPS_THE_OLD"
    })
    void theStatusTellsWhatBecomesOfThePassword(String status, Outcome outcome) {
        assertThat(PasswordChange.outcome(json("{'status':'%s'}".formatted(status))))
                .isEqualTo(outcome);
    }

    @Test
    void otherKeysSetNoPassword() {
        JsonNode payload = json("{'key':'HeartbeatInterval','value':'60'}");

        assertThat(PasswordChange.hashForOcpp16(CommandAction.CHANGE_CONFIGURATION, payload))
                .isEmpty();
        assertThat(PasswordChange.hashForOcpp2(CommandAction.CHANGE_CONFIGURATION, payload))
                .isEmpty();
    }

    @Test
    void twoPasswordsInOneCommandAreAmbiguous() {
        String one =
                "{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'},'attributeValue':'a'}";
        assertThat(PasswordChange.isAmbiguous(
                        CommandAction.SET_VARIABLES, json("{'setVariableData':[%s]}".formatted(one))))
                .isFalse();
        assertThat(PasswordChange.isAmbiguous(
                        CommandAction.SET_VARIABLES, json("{'setVariableData':[%s,%s]}".formatted(one, one))))
                .isTrue();
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
