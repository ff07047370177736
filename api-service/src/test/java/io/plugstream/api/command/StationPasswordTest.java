package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class StationPasswordTest {

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

        assertThat(StationPassword.in(CommandAction.CHANGE_CONFIGURATION, payload))
                .contains("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'component':{'name':'SecurityCtrlr'},'variable':{'name':'BasicAuthPassword'}",
                "{'component':{'name':'securityctrlr'},'variable':{'name':'BASICAUTHPASSWORD'}"
            })
    void aVariableIsRecognisedInAnyCase(String variable) {
        assertThat(StationPassword.in(
                        CommandAction.SET_VARIABLES,
                        json("{'setVariableData':[" + variable + ",'attributeValue':'secret'}]}")))
                .contains("secret");
        assertThat(StationPassword.isTaken(
                        json("{'setVariableResult':[" + variable + ",'attributeStatus':'Accepted'}]}")))
                .isTrue();
    }

    @Test
    void otherKeysSetNoPassword() {
        assertThat(StationPassword.in(
                        CommandAction.CHANGE_CONFIGURATION, json("{'key':'HeartbeatInterval','value':'60'}")))
                .isEmpty();
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
