package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.json.Json;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Whether a station accepts a command of OCPP 2.0.1, by its answer. */
class AcceptanceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'status':'Accepted'} | true",
                "{'status':'AcceptedCanceled'} | true",
                "{'status':'Unpublished'} | true",
                "{'status':'EmptyResultSet'} | false",
                "{'status':'NoProfiles'} | false",
                "{'status':'NotFound'} | false",
                "{'status':7} | false",
                "{'messagesInQueue':false} | true"
            })
    void theStatusDecides(String answer, boolean accepted) {
        assertThat(isAccepted("GetTransactionStatus", "{}", answer)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SetVariables | {'setVariableData':[{},{}]} | {'setVariableResult':[{'attributeStatus':'Accepted'},{'attributeStatus':'RebootRequired'}]} | true",
                "SetVariables | {'setVariableData':[{},{}]} | {'setVariableResult':[{'attributeStatus':'Accepted'},{'attributeStatus':'Rejected'}]} | false",
                "SetVariables | {'setVariableData':[{},{}]} | {'setVariableResult':[{'attributeStatus':'Accepted'}]} | false",
                "SetVariables | {'setVariableData':[{}]} | {'setVariableResult':[]} | false",
                "SetVariables | {'setVariableData':[{}]} | {} | false",
                "GetVariables | {'getVariableData':[{}]} | {'getVariableResult':[{'attributeStatus':'UnknownVariable'}]} | false",
                "GetVariables | {'getVariableData':[{}]} | {} | false",
                "SetVariableMonitoring | {'setMonitoringData':[{}]} | {'setMonitoringResult':[{'status':'Duplicate'}]} | false",
                "SetVariableMonitoring | {'setMonitoringData':[{}]} | {} | false",
                "ClearVariableMonitoring | {'id':[5]} | {'clearMonitoringResult':[{'status':'Accepted'}]} | true",
                "ClearVariableMonitoring | {'id':[5,6]} | {'clearMonitoringResult':[{'status':'Accepted'}]} | false",
                "GetDisplayMessages | {'id':[5]} | {'status':'Accepted'} | true"
            })
    void eachItemMustBeAccepted(String action, String payload, String answer, boolean accepted) {
        assertThat(isAccepted(action, payload, answer)).isEqualTo(accepted);
    }

    private static boolean isAccepted(String action, String payload, String answer) {
        Ask ask = (Ask) Commands.begin(
                CommandsTest.command(CommandsTest.named(action), json(payload), new StationOrder(77, null, true)));
        return Objects.requireNonNull(((Done) ask.then().apply(json(answer))).accepted());
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }
}
