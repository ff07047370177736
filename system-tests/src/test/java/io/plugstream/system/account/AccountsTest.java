package io.plugstream.system.account;

import static io.plugstream.system.account.SessionAccounts.CHARGER;
import static io.plugstream.system.account.SessionAccounts.CONNECTION;
import static io.plugstream.system.account.SessionAccounts.NOON;
import static io.plugstream.system.account.SessionAccounts.TRANSACTION;
import static io.plugstream.system.account.SessionAccounts.call;
import static io.plugstream.system.account.SessionAccounts.decision;
import static io.plugstream.system.account.SessionAccounts.event;
import static io.plugstream.system.account.SessionAccounts.exchange;
import static io.plugstream.system.account.SessionAccounts.listed;
import static io.plugstream.system.account.SessionAccounts.logged;
import static io.plugstream.system.account.SessionAccounts.reading;
import static io.plugstream.system.account.SessionAccounts.sending;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.organisation.Mode;
import io.plugstream.system.account.Finding.Kind;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One session of one charger. Each test falsifies an account of it. */
class AccountsTest {

    private final SessionAccounts accounts = new SessionAccounts();

    @Test
    void agreeingAccountsHaveNoFindings() {
        assertThat(accounts.findings()).isEmpty();
    }

    @Test
    void answeredMessageWithoutEventIsReportedAsLost() {
        accounts.forget(accounts.stopped);
        accounts.transactions.set(0, listed("active", null, List.of(1_500L)));
        accounts.assertKinds(Kind.LOST);
        accounts.exchanges.removeLast();
        accounts.assertKinds();
    }

    @Test
    void unansweredMessageIsReportedButMayBeLost() {
        accounts.exchanges.add(
                new Exchange(CHARGER, new Exchange.Start(9_000), 0, List.of(sending("no answer")), null));
        accounts.assertKinds(Kind.UNANSWERED);
    }

    @Test
    void secondEventOfAMessageIsReportedAsDoubled() {
        accounts.delivered(event(7, CONNECTION, new TransactionStarted(TRANSACTION, "CP-1", 1, "TAG", 500)));
        accounts.assertKinds(Kind.DOUBLED);
    }

    @Test
    void secondTransactionOfAStartIsReportedAsDoubledAndUnknownToTheCharger() {
        accounts.delivered(event(7, CONNECTION, new TransactionStarted(102, "CP-1", 1, "TAG", 500)));
        accounts.transactions.add(new ListedTransaction("acme", 102, "CP-1", "active", 500L, null, null));
        accounts.assertKinds(Kind.DOUBLED, Kind.OTHER_TRANSACTION);
    }

    @Test
    void repeatedReadingIsReportedAsDoubled() {
        accounts.delivered(event(7, CONNECTION, reading("1500.0")));
        accounts.assertKinds(Kind.DOUBLED);
    }

    @Test
    void repeatedStatusMayCauseAnEventEachTime() {
        ConnectorStatusChanged again = new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", null, null);
        accounts.delivered(event(7, CONNECTION, again));
        accounts.assertKinds();
        accounts.delivered(event(8, CONNECTION, again));
        accounts.assertKinds(Kind.DOUBLED);
    }

    @Test
    void transactionsThatWereNotReadFromTheApiAreNotCompared() {
        accounts.transactions.clear();
        accounts.assertKinds(Kind.API_DIFFERS);
        accounts.askedOrganisations.clear();
        accounts.assertKinds();
    }

    @Test
    void marksOfSearchesAreIgnored() {
        accounts.log.add(logged(
                new EventRecord(
                        new UUID(1, 9),
                        "acme",
                        Mode.LIVE,
                        "CP-1",
                        NOON,
                        NOON,
                        CONNECTION,
                        9,
                        "ocpp1.6",
                        true,
                        new TransactionUpdated(null, "CP-1", 0, List.of())),
                80));
        accounts.assertKinds();
    }

    @Test
    void eventWithoutAMessageIsReported() {
        accounts.delivered(event(7, CONNECTION, new TransactionStarted(102, "CP-1", 1, "TAG", 777)));
        accounts.transactions.add(new ListedTransaction("acme", 102, "CP-1", "active", 777L, null, null));
        accounts.assertKinds(Kind.UNSOURCED);
    }

    @Test
    void stopWithAnotherReadingIsReported() {
        accounts.exchanges.set(3, exchange(new Exchange.Stop(1_999), TRANSACTION));
        accounts.assertKinds(Kind.OTHER_TRANSACTION);
    }

    @Test
    void connectionBeforeTheEndOfTheFormerIsReported() {
        accounts.delivered(event(7, new UUID(0, 2), new ChargerConnected("CP-1")));
        accounts.delivered(event(8, new UUID(0, 3), new ChargerConnected("CP-1")));
        // The API shows the charger as offline, too.
        accounts.assertKinds(Kind.OUT_OF_TURN, Kind.OTHER_STATE);
    }

    @Test
    void anUnannouncedConnectionMayEndTheFormer() {
        accounts.delivered(event(7, new UUID(0, 2), new ChargerConnected("CP-1")));
        accounts.delivered(event(8, new UUID(0, 3), new ChargerDisconnected("CP-1", "closed")));
        accounts.assertKinds();
    }

    @Test
    void anOlderConnectionDoesNotEndANewerOne() {
        accounts.delivered(event(7, new UUID(0, 3), new ChargerConnected("CP-1")));
        accounts.delivered(event(8, new UUID(0, 2), new ChargerDisconnected("CP-1", "closed")));
        accounts.assertKinds(Kind.OUT_OF_TURN);
    }

    @Test
    void secondEndOfAConnectionIsReportedAsOutOfTurnAndDoubled() {
        accounts.delivered(event(7, CONNECTION, new ChargerDisconnected("CP-1", "gateway lost")));
        accounts.assertKinds(Kind.DOUBLED, Kind.OUT_OF_TURN);
    }

    @Test
    void missingOrDifferentTransactionOfTheApiIsReported() {
        accounts.transactions.set(0, listed("completed", 2_001, List.of(1_500L)));
        accounts.assertKinds(Kind.API_DIFFERS);
        accounts.transactions.set(0, listed("completed", 2_000, List.of(1_500L, 1_500L)));
        accounts.assertKinds(Kind.API_DIFFERS);
        accounts.transactions.set(0, listed("active", null, List.of(1_500L)));
        accounts.assertKinds(Kind.API_DIFFERS);
        accounts.transactions.clear();
        accounts.assertKinds(Kind.API_DIFFERS);
    }

    @Test
    void readingsThatWereNotReadFromTheApiAreNotCompared() {
        accounts.transactions.set(0, listed("completed", 2_000, null));
        accounts.assertKinds();
    }

    @Test
    void countThatDiffersFromTheLogIsReported() {
        accounts.counted = 4;
        accounts.assertKinds(Kind.MISCOUNTED);
        accounts.counted = 3;
        accounts.listed = 2;
        accounts.assertKinds(Kind.MISCOUNTED);
        accounts.listed = 3;
        accounts.answered = 4;
        accounts.assertKinds(Kind.MISCOUNTED);
    }

    @Test
    void decisionThatDiffersFromTheLogIsReported() {
        accounts.decisions.set(1, decision(2, true, 3));
        accounts.assertKinds(Kind.MISCOUNTED);
    }

    @Test
    void callAdmittedAfterAskingCountsOnce() {
        accounts.calls.add(call(4, true, new UUID(7, 3)));
        accounts.assertKinds();
        accounts.calls.add(call(5, true, null));
        accounts.assertKinds(Kind.MISCOUNTED, Kind.MISCOUNTED);
    }

    @Test
    void stateThatDiffersFromTheLastEventsIsReported() {
        accounts.chargers.set(0, new ListedCharger(CHARGER, "online", Map.of(1, "Charging")));
        accounts.assertKinds(Kind.OTHER_STATE);
        accounts.chargers.set(0, new ListedCharger(CHARGER, "offline", Map.of(1, "Available")));
        accounts.assertKinds(Kind.OTHER_STATE);
        accounts.chargers.clear();
        accounts.assertKinds(Kind.OTHER_STATE);
    }

    @Test
    void stateThatDiffersFromWhatTheChargerReportedLastIsReported() {
        accounts.exchanges.add(exchange(new Exchange.Status(NOON.plusSeconds(1), "Available"), 0));
        accounts.assertKinds(Kind.LOST, Kind.OTHER_STATE);
    }

    @Test
    void statusThatIsOnlyRecordedIsNotLost() {
        accounts.exchanges.add(exchange(new Exchange.Status(NOON.plusSeconds(1), "Charging"), 0));
        accounts.assertKinds(Kind.LOST);
        accounts.log.add(logged(
                new EventRecord(
                        new UUID(1, 9),
                        "acme",
                        Mode.LIVE,
                        "CP-1",
                        NOON.plusSeconds(1),
                        NOON,
                        CONNECTION,
                        9,
                        "ocpp1.6",
                        true,
                        new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", null, null)),
                80));
        accounts.assertKinds();
    }
}
