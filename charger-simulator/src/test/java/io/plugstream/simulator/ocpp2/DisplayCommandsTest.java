package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.protocol.MalformedRequest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Display messages of an OCPP 2.0.1 station. */
class DisplayCommandsTest {

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void messagesOfTheDisplayAreShownReportedAndCleared() throws Exception {
        assertThat(shown(1, "'priority':'NormalCycle','state':'Idle'")).isEqualTo("{'status':'Accepted'}");
        assertThat(shown(2, "'priority':'AlwaysFront','endDateTime':'2027-01-31T10:00:00Z'"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(shown(3, "'priority':'InFront','transactionId':'unknown'"))
                .isEqualTo("{'status':'UnknownTransaction'}");
        assertThat(bench.asked(
                        "SetDisplayMessage",
                        "{'message':{'id':4,'priority':'InFront','message':{'format':'URI','content':'http://x'}}}"))
                .isEqualTo("{'status':'NotSupportedMessageFormat'}");
        bench.handOver();
        assertThat(bench.asked("GetDisplayMessages", "{'requestId':5}")).isEqualTo("{'status':'Accepted'}");
        var report = bench.takeSent("NotifyDisplayMessages").getFirst();
        assertThat(report.path("tbc").asBoolean()).isFalse();
        assertThat(report.path("messageInfo").toString()).isEqualTo("""
                [{"id":1,"priority":"NormalCycle","state":"Idle","message":{"format":"UTF8","language":"en","content":"Hi"}},\
                {"id":2,"priority":"AlwaysFront","endDateTime":"2027-01-31T10:00:00.000Z",\
                "message":{"format":"UTF8","language":"en","content":"Hi"}}]""");

        assertThat(bench.asked("GetDisplayMessages", "{'requestId':5,'id':[1],'priority':'InFront'}"))
                .isEqualTo("{'status':'Unknown'}");
        assertThat(bench.asked("ClearDisplayMessage", "{'id':1}")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("ClearDisplayMessage", "{'id':1}")).isEqualTo("{'status':'Unknown'}");
        bench.pass(Duration.ofHours(2));
        assertThat(bench.asked("GetDisplayMessages", "{'requestId':5}"))
                .as("the message has expired")
                .isEqualTo("{'status':'Unknown'}");
    }

    @Test
    void aMessageForATransactionIsRemovedWithIt() throws Exception {
        var transaction = charge();
        assertThat(shown(1, "'priority':'InFront','transactionId':'" + transaction + "'"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("CostUpdated", "{'totalCost':1.25,'transactionId':'" + transaction + "'}"))
                .isEqualTo("{}");
        bench.charger().swipe(1, "TAG");
        assertThat(bench.asked("GetDisplayMessages", "{'requestId':5}")).isEqualTo("{'status':'Unknown'}");
    }

    @Test
    void aDisplayHasOneMessageInFrontAndAtMostTen() throws Exception {
        for (var id = 1; id <= 10; id++) {
            assertThat(shown(id, "'priority':'NormalCycle'")).isEqualTo("{'status':'Accepted'}");
        }
        assertThat(shown(11, "'priority':'NormalCycle'")).isEqualTo("{'status':'Rejected'}");
        assertThat(shown(1, "'priority':'AlwaysFront'")).isEqualTo("{'status':'Accepted'}");
        assertThat(shown(12, "'priority':'AlwaysFront'"))
                .as("replaces the former message")
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().messages()).hasSize(10).noneMatch(message -> message.id() == 1);
    }

    @ParameterizedTest
    @CsvSource({"512, en, Accepted", "513, en, Rejected", "1, 123456789, Rejected"})
    void aTextHasALimitInCharacters(int length, String language, String status) throws Exception {
        var content = "\ud83d\udd0c".repeat(length);
        assertThat(bench.asked(
                        "SetDisplayMessage",
                        "{'message':{'id':1,'priority':'NormalCycle','message':{'format':'UTF8','language':'" + language
                                + "','content':'" + content + "'}}}"))
                .isEqualTo("{'status':'" + status + "'}");
    }

    private String charge() {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "TAG");
        return bench.takeSent("TransactionEvent")
                .getFirst()
                .at("/transactionInfo/transactionId")
                .asString();
    }

    private String shown(int id, String more) throws MalformedRequest {
        return bench.asked(
                "SetDisplayMessage",
                "{'message':{'id':" + id + "," + more
                        + ",'message':{'format':'UTF8','language':'en','content':'Hi'}}}");
    }
}
