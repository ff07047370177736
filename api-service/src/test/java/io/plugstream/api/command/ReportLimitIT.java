package io.plugstream.api.command;

import static io.plugstream.api.command.StationOwner.TIMEOUT;
import static io.plugstream.api.command.StationOwner.id;
import static io.plugstream.api.command.StationOwner.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.command.ReportPart;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a station may report for one command. */
class ReportLimitIT {

    private final StationOwner owner = new StationOwner();

    /** Counters decide, so that a part costs the same however many came before it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "report_parts = " + (ReportRows.MOST_PARTS - 1),
                "report_characters = " + (ReportRows.MOST_CHARACTERS - 1)
            })
    void partsBeyondTheLimitAreDropped(String almostFull) throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String report = begin();
            int number = number(gateway);
            ChargerOwner.run("UPDATE commands SET " + almostFull + " WHERE id = '" + report + "'");
            String next = begin();

            tell(
                    owner.part(number, 0, false, "fits"),
                    owner.part(number, 1, false, "does not"),
                    owner.part(number(gateway), 0, false, "of the next command"));

            await().atMost(TIMEOUT).until(() -> items(next) == 1);
            assertThat(items(report)).isOne();
        }
    }

    @Test
    void aRepeatedPartCountsOnce() throws Exception {
        owner.connect();
        try (TestGateway gateway =
                owner.gateway(command -> List.of(TestGateway.answered(command, "{'status':'Accepted'}")))) {
            String report = begin();
            int number = number(gateway);
            ChargerOwner.run("UPDATE commands SET report_parts = " + (ReportRows.MOST_PARTS - 2) + " WHERE id = '"
                    + report + "'");
            ReportPart part = owner.part(number, 0, false, "once");

            tell(part, part, owner.part(number, 0, false, "again"), owner.part(number, 1, false, "fits"));

            await().atMost(TIMEOUT).until(() -> items(report) == 2);
        }
    }

    private String begin() {
        return id(owner.post("GetBaseReport", "{'reportBase':'FullInventory'}"));
    }

    private static int number(TestGateway gateway) {
        return Objects.requireNonNull(gateway.commands().getLast().station()).number();
    }

    private int items(String command) {
        return owner.report(command, "").path("items").size();
    }
}
