package io.plugstream.system.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.system.account.Exchange.Sending;
import io.plugstream.system.account.Finding.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three commands: one was accepted, one was lost on its way, and one was sent although the client got no answer. */
class CommandAccountTest {

    private static final ChargerId CHARGER = new ChargerId("acme", "CP-1");
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final List<IssuedCommand> issued = new ArrayList<>();
    private final List<ReceivedCommand> received = new ArrayList<>();
    private final List<ListedCommand> listed = new ArrayList<>();

    CommandAccountTest() {
        issued.add(issued("first", "c1", "accepted"));
        issued.add(issued("second", "c2", "queued"));
        issued.add(issued("third", null, null));
        receive("first");
        receive("third");
        listed.add(listed("c1", "accepted", null, "first"));
        listed.add(listed("c2", "failed", "NotSentInTime", null));
        listed.add(listed("c3", "accepted", null, "third"));
    }

    @Test
    void agreeingAccountsHaveNoFindings() {
        assertKinds();
    }

    @Test
    void commandThatArrivesTwiceIsReported() {
        receive("first");
        assertKinds(Kind.SECOND_COMMAND);
    }

    @Test
    void commandThatTheApiDoesNotListIsReported() {
        listed.remove(1);
        assertKinds(Kind.MISSING_COMMAND);
    }

    @Test
    void receivedCommandOfWhichTheClientKnowsNothingMustBeListed() {
        listed.removeFirst();
        issued.removeFirst();
        listed.removeFirst();
        issued.removeFirst();
        listed.removeFirst();
        assertKinds(Kind.MISSING_COMMAND);
    }

    @Test
    void commandWithoutAnEndIsReported() {
        listed.set(1, listed("c2", "sent", null, null));
        assertKinds(Kind.ENDLESS_COMMAND);
    }

    @Test
    void acceptanceWithoutAnArrivalIsReported() {
        received.removeFirst();
        assertKinds(Kind.CONTRADICTED_COMMAND);
    }

    @Test
    void responseToAnotherCommandIsReported() {
        listed.set(1, listed("c2", "accepted", null, "third"));
        assertKinds(Kind.CONTRADICTED_COMMAND);
    }

    @Test
    void arrivalOfACommandThatWasNotSentIsReported() {
        receive("second");
        assertKinds(Kind.CONTRADICTED_COMMAND);
    }

    @Test
    void acceptanceThatTheApiTakesBackIsReported() {
        listed.set(0, listed("c1", "timed_out", null, null));
        assertKinds(Kind.CONTRADICTED_COMMAND);
    }

    @Test
    void rejectionIsReportedBecauseChargersAccept() {
        listed.set(2, listed("c3", "rejected", null, "third"));
        assertKinds(Kind.CONTRADICTED_COMMAND);
    }

    private void receive(String data) {
        received.add(new ReceivedCommand(CHARGER, data, NOON));
    }

    private static IssuedCommand issued(String data, @Nullable String commandId, @Nullable String status) {
        return new IssuedCommand(CHARGER, data, List.of(new Sending(NOON, "replica 1", "answered")), commandId, status);
    }

    private static ListedCommand listed(
            String commandId, String status, @Nullable String error, @Nullable String data) {
        return new ListedCommand(CHARGER, commandId, status, error, data);
    }

    private void assertKinds(Kind... kinds) {
        assertThat(new CommandAccount(issued, received, listed).findings())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(kinds);
    }
}
