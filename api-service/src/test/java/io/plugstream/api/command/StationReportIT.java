package io.plugstream.api.command;

import static io.plugstream.api.command.StationOwner.TIMEOUT;
import static io.plugstream.api.command.StationOwner.id;
import static io.plugstream.api.command.StationOwner.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.command.StationOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Reports that stations send for commands. */
class StationReportIT {

    private final StationOwner owner = new StationOwner();

    @Test
    void reportPartsAreCollectedInOrder() throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String id = id(owner.post("GetBaseReport", "{'reportBase':'FullInventory'}"));
            StationOrder order =
                    Objects.requireNonNull(gateway.commands().getFirst().station());
            assertThat(owner.report(id, "").path("complete").asBoolean()).isFalse();

            ReportPart last = owner.part(order.number(), 2, true, "e", "f");
            tell(
                    last,
                    owner.part(order.number(), 0, false, "a", "b"),
                    last,
                    owner.part(order.number(), 2, true, "again"));
            await().atMost(TIMEOUT)
                    .until(() -> owner.report(id, "").path("items").size() == 4);
            assertThat(owner.report(id, "").path("complete").asBoolean()).isFalse();

            tell(
                    owner.part(order.number(), 1, false, "c", "d"),
                    owner.part(order.number() + 1, 3, false, "of no command"));
            await().atMost(TIMEOUT)
                    .until(() -> owner.report(id, "").path("complete").asBoolean());
            StringBuilder names = new StringBuilder();
            String cursor = "";
            do {
                JsonNode page = owner.report(id, "?limit=2" + cursor);
                assertThat(page.path("items").size()).isEqualTo(2);
                page.path("items")
                        .forEach(item -> names.append(item.path("name").stringValue()));
                cursor = page.has("nextCursor")
                        ? "&cursor=" + page.path("nextCursor").stringValue()
                        : "";
            } while (!cursor.isEmpty());
            assertThat(names.toString()).isEqualTo("abcdef");
            assertThat(owner.tenant
                            .test()
                            .get("/api/v1/commands/" + id + "/report")
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void aCommandWithoutAReportHasNone() throws Exception {
        owner.connect();
        try (TestGateway _ =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Rejected'}")))) {
            String reset = id(owner.post("Reset", "{'type':'Hard'}"));
            assertThat(owner.live.get("/api/v1/commands/" + reset + "/report").status())
                    .isEqualTo(404);
            String refused = id(owner.post("GetLog", "{'logType':'SecurityLog','log':{'remoteLocation':'ftp://a/'}}"));
            assertThat(owner.report(refused, "").path("complete").asBoolean()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECTION_LOST", "UNREADABLE_ANSWER"})
    void aReportMayComeEvenIfTheAnswerWasLost(CommandFailure failure) throws Exception {
        owner.connect();
        try (TestGateway gateway = owner.gateway(command -> List.of(TestGateway.failed(command, failure)))) {
            String id = id(owner.post("GetBaseReport", "{'reportBase':'FullInventory'}"));
            assertThat(owner.report(id, "").path("complete").asBoolean()).isFalse();

            int number = Objects.requireNonNull(gateway.commands().getFirst().station())
                    .number();
            tell(owner.part(number, 0, true, "a"));

            await().atMost(TIMEOUT)
                    .until(() -> owner.report(id, "").path("complete").asBoolean());
            assertThat(owner.report(id, "").path("items").size()).isOne();
        }
    }

    @Test
    void aCommandThatTheStationDidNotTakeHasACompleteReport() throws Exception {
        owner.connect();
        assertCompleteAndEmpty(command -> TestGateway.failed(command, CommandFailure.QUEUE_FULL));
        assertCompleteAndEmpty(command -> TestGateway.failed(command, CommandFailure.NOT_SENT_IN_TIME));
        assertCompleteAndEmpty(command -> TestGateway.refused(command, "InternalError"));
        assertCompleteAndEmpty(command -> TestGateway.answered(command, "{'status':'Rejected'}"));
    }

    private void assertCompleteAndEmpty(Function<ChargerCommand, CommandResult> station) throws Exception {
        try (TestGateway _ = owner.gateway(command -> List.of(station.apply(command)))) {
            JsonNode report = owner.report(id(owner.post("GetBaseReport", "{'reportBase':'FullInventory'}")), "");
            assertThat(report.path("complete").asBoolean()).isTrue();
            assertThat(report.path("items").size()).isZero();
        }
    }
}
