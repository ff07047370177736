package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.protocol.MalformedRequest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variable monitors of an OCPP 2.0.1 station. */
class MonitoringCommandsTest {

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void monitorsAreCheckedOneByOne() throws Exception {
        assertThat(monitors("{" + StationBench.POWER + ",'value':9000,'type':'UpperThreshold','severity':4}"))
                .containsExactly("Accepted 1");
        assertThat(monitors(
                        "{" + StationBench.POWER + ",'value':1,'type':'UpperThreshold','severity':4}",
                        "{" + StationBench.POWER + ",'id':1,'value':8000.5,'type':'UpperThreshold','severity':5}",
                        "{" + StationBench.POWER + ",'id':77,'value':1,'type':'Delta','severity':4}",
                        "{" + StationBench.POWER + ",'value':1,'type':'Delta','severity':10}",
                        "{'component':{'name':'ChargingStation'},'variable':{'name':'AvailabilityState'},"
                                + "'value':1,'type':'LowerThreshold','severity':1}",
                        "{'component':{'name':'EVSE','evse':{'id':1}},'variable':{'name':'Nonsense'},"
                                + "'value':1,'type':'Delta','severity':1}",
                        "{'component':{'name':'Nonsense'},'variable':{'name':'Power'},'value':1,'type':'Delta','severity':1}",
                        "{" + StationBench.POWER + ",'value':60,'type':'Periodic','severity':9,'transaction':true}"))
                .containsExactly(
                        "Duplicate 0",
                        "Accepted 1",
                        "Rejected 77",
                        "Rejected 0",
                        "UnsupportedMonitorType 0",
                        "UnknownVariable 0",
                        "UnknownComponent 0",
                        "Accepted 2");

        bench.handOver();
        assertThat(bench.asked("GetMonitoringReport", "{'requestId':4}")).isEqualTo("{'status':'Accepted'}");
        var report = bench.takeSent("NotifyMonitoringReport");
        assertThat(report).hasSize(1);
        assertThat(report.getFirst().path("monitor"))
                .extracting(monitor -> monitor.at("/variableMonitoring/0").toString())
                .containsExactly(
                        "{\"id\":1,\"transaction\":false,\"value\":8000.5,\"type\":\"UpperThreshold\",\"severity\":5}",
                        "{\"id\":2,\"transaction\":true,\"value\":60.0,\"type\":\"Periodic\",\"severity\":9}");
        assertThat(bench.asked("GetMonitoringReport", "{'requestId':4,'monitoringCriteria':['DeltaMonitoring']}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
        assertThat(bench.asked("ClearVariableMonitoring", "{'id':[1,5]}"))
                .satisfies(answer -> assertThat(StationBench.parsed(answer).path("clearMonitoringResult"))
                        .extracting(result -> result.path("status").asString())
                        .containsExactly("Accepted", "NotFound"));
        assertThat(bench.charger().state().station().monitors()).hasSize(1);
    }

    @Test
    void manyMonitorsAreReportedInPartsAndTooManyAreRefused() throws Exception {
        for (var severity = 0; severity < 10; severity++) {
            for (var kind : List.of("UpperThreshold", "LowerThreshold", "Delta", "Periodic", "PeriodicClockAligned")) {
                assertThat(monitors("{%s,'value':1,'type':'%s','severity':%d}"
                                .formatted(StationBench.POWER, kind, severity)))
                        .first()
                        .asString()
                        .startsWith("Accepted");
            }
        }
        assertThat(monitors("{%s,'value':1,'type':'Delta','severity':1}"
                        .formatted(StationBench.POWER.replace(":1}", ":2}"))))
                .containsExactly("Rejected 0");
        bench.asked("GetMonitoringReport", "{'requestId':4,'componentVariable':[{'component':{'name':'EVSE'}}]}");
        assertThat(bench.takeSent("NotifyMonitoringReport"))
                .hasSize(5)
                .extracting(part -> part.path("tbc").asBoolean())
                .containsExactly(true, true, true, true, false);
    }

    @Test
    void theLevelIsShownAndTheBaseRemovesMonitors() throws Exception {
        monitors("{" + StationBench.POWER + ",'value':1,'type':'Delta','severity':1}");
        assertThat(bench.asked("SetMonitoringLevel", "{'severity':10}")).isEqualTo("{'status':'Rejected'}");
        assertThat(bench.asked("SetMonitoringLevel", "{'severity':3}")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked(
                        "GetVariables",
                        "{'getVariableData':[{'component':{'name':'MonitoringCtrlr'},"
                                + "'variable':{'name':'ActiveMonitoringLevel'}}]}"))
                .contains("'attributeValue':'3'");
        assertThat(bench.asked("SetMonitoringBase", "{'monitoringBase':'All'}")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().monitors()).hasSize(1);
        assertThat(bench.asked("SetMonitoringBase", "{'monitoringBase':'FactoryDefault'}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().monitors()).isEmpty();
    }

    private List<String> monitors(String... wanted) throws MalformedRequest {
        var answer = bench.asked("SetVariableMonitoring", "{'setMonitoringData':[" + String.join(",", wanted) + "]}");
        return StationBench.parsed(answer)
                .path("setMonitoringResult")
                .valueStream()
                .map(result -> result.path("status").asString() + " "
                        + result.path("id").asInt(0))
                .toList();
    }
}
