package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Reports and variables of an OCPP 2.0.1 station. */
class DeviceModelCommandsTest {

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void aBaseReportIsSentInNumberedParts() throws Exception {
        assertThat(bench.asked("GetBaseReport", "{'requestId':9,'reportBase':'FullInventory'}"))
                .isEqualTo("{'status':'Accepted'}");
        var parts = bench.takeSent("NotifyReport");
        assertThat(parts).hasSizeGreaterThan(2);
        for (var place = 0; place < parts.size(); place++) {
            assertThat(parts.get(place).path("requestId").asInt()).isEqualTo(9);
            assertThat(parts.get(place).path("seqNo").asInt()).isEqualTo(place);
            assertThat(parts.get(place).path("tbc").asBoolean()).isEqualTo(place < parts.size() - 1);
        }
        assertThat(names(parts))
                .contains(
                        "SampledDataCtrlr.TxUpdatedInterval",
                        "ChargingStation.AvailabilityState",
                        "EVSE.Power",
                        "DeviceDataCtrlr.ItemsPerMessage");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ConfigurationInventory | SampledDataCtrlr.TxUpdatedInterval | LocalAuthListCtrlr.Entries",
                "SummaryInventory | EVSE.AvailabilityState | SampledDataCtrlr.TxUpdatedInterval"
            })
    void aBaseReportHasTheVariablesOfItsKind(String base, String there, String absent) throws Exception {
        bench.asked("GetBaseReport", "{'requestId':9,'reportBase':'" + base + "'}");
        assertThat(names(bench.takeSent("NotifyReport"))).contains(there).doesNotContain(absent);
    }

    @Test
    void aReportHasTheNamedVariables() throws Exception {
        assertThat(bench.asked(
                        "GetReport",
                        "{'requestId':3,'componentVariable':[{'component':{'name':'evse','evse':{'id':2}},"
                                + "'variable':{'name':'AvailabilityState'}},{'component':{'name':'TxCtrlr'}}]}"))
                .isEqualTo("{'status':'Accepted'}");
        var part = bench.takeSent("NotifyReport").getFirst();
        assertThat(names(List.of(part)))
                .containsExactly(
                        "TxCtrlr.EVConnectionTimeOut", "TxCtrlr.StopTxOnEVSideDisconnect", "EVSE.AvailabilityState");
        assertThat(part.at("/reportData/2/component/evse/id").asInt()).isEqualTo(2);
        assertThat(part.at("/reportData/2/variableAttribute/0/value").asString())
                .isEqualTo("Available");
        assertThat(part.at("/reportData/2/variableCharacteristics/supportsMonitoring")
                        .asBoolean())
                .isTrue();
        assertThat(bench.asked("GetReport", "{'requestId':3,'componentVariable':[{'component':{'name':'Nonsense'}}]}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
    }

    @Test
    void aReportOfProblemsHasTheEvsesWithProblems() throws Exception {
        assertThat(bench.asked("GetReport", "{'requestId':3,'componentCriteria':['Problem']}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
        bench.charger().fault(2, "GroundFailure");
        assertThat(bench.asked("GetReport", "{'requestId':3,'componentCriteria':['Problem']}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.takeSent("NotifyReport").getFirst().path("reportData"))
                .isNotEmpty()
                .allMatch(entry -> entry.at("/component/evse/id").asInt() == 2);
    }

    @Test
    void onlyActualValuesAreReadAndWritten() throws Exception {
        var interval = "{'component':{'name':'SampledDataCtrlr'},'variable':{'name':'TxUpdatedInterval'},"
                + "'attributeType':'%s','attributeValue':'5'}";
        var read = StationBench.parsed(bench.asked(
                "GetVariables",
                "{'getVariableData':[" + interval.formatted("Target") + "," + interval.formatted("Actual") + ",{"
                        + StationBench.POWER + "},{" + StationBench.POWER.replace(":1}", ":7}") + "}]}"));
        assertThat(read.path("getVariableResult"))
                .extracting(result -> result.path("attributeStatus").asString())
                .containsExactly("NotSupportedAttributeType", "Accepted", "Accepted", "UnknownComponent");
        assertThat(read.at("/getVariableResult/0/attributeType").asString()).isEqualTo("Target");
        var written = StationBench.parsed(bench.asked(
                "SetVariables",
                "{'setVariableData':[" + interval.formatted("MaxSet") + ",{" + StationBench.POWER
                        + ",'attributeValue':'1'}]}"));
        assertThat(written.path("setVariableResult"))
                .extracting(result -> result.path("attributeStatus").asString())
                .containsExactly("NotSupportedAttributeType", "Rejected");
    }

    private static List<String> names(List<JsonNode> parts) {
        return parts.stream()
                .flatMap(part -> part.path("reportData").valueStream())
                .map(entry -> entry.at("/component/name").asString() + "."
                        + entry.at("/variable/name").asString())
                .toList();
    }
}
