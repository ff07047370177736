package io.plugstream.system.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.system.account.Exchange.Said;
import io.plugstream.system.account.Exchange.Sending;
import io.plugstream.system.account.Finding.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One session of one charger, of which one account after the other is falsified. */
class AccountsTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);
    private static final ChargerId CHARGER = new ChargerId("acme", "CP-1");
    private static final UUID CONNECTION = new UUID(0, 1);
    private static final String WEBHOOK = "webhook";
    private static final int TRANSACTION = 101;

    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<Logged> log = new ArrayList<>();
    private final List<Post> posts = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final Set<String> tellers = new HashSet<>(Set.of("acme"));
    private final List<ListedTransaction> transactions = new ArrayList<>();
    private final List<ApiCall> calls = new ArrayList<>();
    private final List<QuotaDecision> decisions = new ArrayList<>();
    private long listed = 3;
    private long counted = 3;
    private long answered = 3;

    private EventRecord connected;
    private EventRecord started;
    private EventRecord read;
    private EventRecord stopped;
    private EventRecord disconnected;

    @BeforeEach
    void everythingIsAsPromised() {
        exchanges.add(exchange(new Exchange.Start(500), TRANSACTION));
        exchanges.add(exchange(new Exchange.Status("charging"), 0));
        exchanges.add(exchange(new Exchange.Reading(1_500), TRANSACTION));
        exchanges.add(exchange(new Exchange.Stop(2_000), TRANSACTION));
        connected = delivered(event(1, CONNECTION, new ChargerConnected("CP-1")));
        started = delivered(event(2, CONNECTION, new TransactionStarted(TRANSACTION, "CP-1", 1, "TAG", 500)));
        delivered(event(3, CONNECTION, new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", "charging", null)));
        read = delivered(event(4, CONNECTION, reading("1500")));
        stopped = delivered(event(
                5, CONNECTION, new TransactionStopped(TRANSACTION, "CP-1", 1, "TAG", 500L, 2_000, 1_500L, "Local")));
        disconnected = delivered(event(6, CONNECTION, new ChargerDisconnected("CP-1", "closed")));
        transactions.add(listed("completed", 2_000, List.of(1_500L)));
        for (int call = 1; call <= 3; call++) {
            calls.add(call(call, false, null));
            decisions.add(decision(call, true, call));
        }
    }

    @Test
    void accountsThatAgreeHaveNoFindings() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void answeredMessageWithoutEventIsLost() {
        forget(stopped);
        transactions.set(0, listed("active", null, List.of(1_500L)));
        assertKinds(Kind.LOST);
        exchanges.removeLast();
        assertKinds();
    }

    @Test
    void messageThatWasNeverAnsweredIsFoundButMayBeLost() {
        exchanges.add(new Exchange(CHARGER, new Exchange.Start(9_000), 0, List.of(sending("no answer")), null));
        assertKinds(Kind.UNANSWERED);
    }

    @Test
    void secondEventOfOneMessageIsDoubled() {
        delivered(event(7, CONNECTION, new TransactionStarted(TRANSACTION, "CP-1", 1, "TAG", 500)));
        assertKinds(Kind.DOUBLED);
    }

    @Test
    void secondTransactionOfOneStartIsDoubledAndUnknownToTheCharger() {
        delivered(event(7, CONNECTION, new TransactionStarted(102, "CP-1", 1, "TAG", 500)));
        transactions.add(new ListedTransaction("acme", 102, "CP-1", "active", 500L, null, null));
        assertKinds(Kind.DOUBLED, Kind.OTHER_TRANSACTION);
    }

    @Test
    void readingThatComesAgainIsDoubled() {
        delivered(event(7, CONNECTION, reading("1500.0")));
        assertKinds(Kind.DOUBLED);
    }

    @Test
    void readingMayBeCopiedUnderItsIdSinceReceiversGetItOnce() {
        log.add(logged(read, 70));
        assertKinds();
        posts.add(post(read, NOON.plusSeconds(9)));
        assertKinds(Kind.SECOND_POST);
    }

    @Test
    void statusMayBeAnEventForEachTimeThatItWasSent() {
        ConnectorStatusChanged again = new ConnectorStatusChanged("CP-1", 1, "Charging", "NoError", "charging", null);
        delivered(event(7, CONNECTION, again));
        assertKinds();
        delivered(event(8, CONNECTION, again));
        assertKinds(Kind.DOUBLED);
    }

    @Test
    void transactionsOfWhomTheApiWasNotAskedAreNotCompared() {
        transactions.clear();
        assertKinds(Kind.API_DIFFERS);
        tellers.clear();
        assertKinds();
    }

    @Test
    void marksOfSearchesAreNoEvents() {
        log.add(logged(
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
        assertKinds();
    }

    @Test
    void eventThatNobodySaidIsFound() {
        delivered(event(7, CONNECTION, new TransactionStarted(102, "CP-1", 1, "TAG", 777)));
        transactions.add(new ListedTransaction("acme", 102, "CP-1", "active", 777L, null, null));
        assertKinds(Kind.UNSAID);
    }

    @Test
    void stopWithAnotherReadingIsFound() {
        exchanges.set(3, exchange(new Exchange.Stop(1_999), TRANSACTION));
        assertKinds(Kind.OTHER_TRANSACTION);
    }

    @Test
    void copyInTheTopicIsAnothersFaultThanSecondPost() {
        log.add(logged(started, 70));
        assertKinds(Kind.COPY_IN_TOPIC);
        posts.add(post(started, NOON.plusSeconds(9)));
        assertKinds(Kind.COPY_IN_TOPIC, Kind.SECOND_POST);
        assertThat(findings().getLast().sequence())
                .contains("sent to gateway 1", "transaction-events-0@70", "POST of " + started.eventId(), "12:00:09");
    }

    @Test
    void oneIdWithTwoBodiesIsFound() {
        log.add(logged(event(6, CONNECTION, new ChargerDisconnected("CP-1", "replaced")), 71));
        assertThat(findings()).extracting(Finding::kind).contains(Kind.COPY_IN_TOPIC, Kind.TWO_BODIES);
    }

    @Test
    void bodyThatIsNotTheEventsIsFound() {
        posts.set(0, new Post(WEBHOOK, connected.eventId(), NOON, 5));
        assertKinds(Kind.TWO_BODIES);
    }

    @Test
    void connectionsTakeTurns() {
        delivered(event(7, new UUID(0, 2), new ChargerConnected("CP-1")));
        delivered(event(8, new UUID(0, 3), new ChargerConnected("CP-1")));
        assertKinds(Kind.OUT_OF_TURN);
    }

    @Test
    void aConnectionThatWasNeverAnnouncedMayEndTheFormer() {
        delivered(event(7, new UUID(0, 2), new ChargerConnected("CP-1")));
        delivered(event(8, new UUID(0, 3), new ChargerDisconnected("CP-1", "closed")));
        assertKinds();
    }

    @Test
    void anOlderConnectionDoesNotEndANewerOne() {
        delivered(event(7, new UUID(0, 3), new ChargerConnected("CP-1")));
        delivered(event(8, new UUID(0, 2), new ChargerDisconnected("CP-1", "closed")));
        assertKinds(Kind.OUT_OF_TURN);
    }

    @Test
    void secondEndOfOneConnectionIsOutOfTurnAndDoubled() {
        delivered(event(7, CONNECTION, new ChargerDisconnected("CP-1", "gateway lost")));
        assertKinds(Kind.DOUBLED, Kind.OUT_OF_TURN);
    }

    @Test
    void secondPostIsFound() {
        posts.add(post(disconnected, NOON));
        assertKinds(Kind.SECOND_POST);
    }

    @Test
    void postOfWhatNoTopicHasIsFound() {
        posts.add(new Post(WEBHOOK, new UUID(9, 9), NOON, 1));
        assertKinds(Kind.POST_OF_NOTHING);
    }

    @Test
    void eventThatWasNeverTakenOnIsMissing() {
        deliveries.removeFirst();
        posts.removeFirst();
        assertKinds(Kind.MISSING_DELIVERY);
    }

    @Test
    void deliveryWithoutOutcomeIsFound() {
        deliveries.set(0, new Delivery(WEBHOOK, "d", connected.eventId(), null));
        assertKinds(Kind.MISSING_OUTCOME);
    }

    @Test
    void secondDeliveryOfOneEventIsFound() {
        deliveries.add(new Delivery(WEBHOOK, "other", connected.eventId(), "delivered"));
        assertKinds(Kind.DOUBLED_DELIVERY);
    }

    @Test
    void deliveredWithoutPostIsDeniedAndUnknownIsNot() {
        posts.removeFirst();
        assertKinds(Kind.OUTCOME_DENIED);
        deliveries.set(0, new Delivery(WEBHOOK, "d", connected.eventId(), "unknown"));
        assertKinds();
    }

    @Test
    void shedWithPostIsDenied() {
        deliveries.set(0, new Delivery(WEBHOOK, "d", connected.eventId(), "shed"));
        assertKinds(Kind.OUTCOME_DENIED);
    }

    @Test
    void transactionThatTheApiDoesNotKnowOrTellsOtherwiseIsFound() {
        transactions.set(0, listed("completed", 2_001, List.of(1_500L)));
        assertKinds(Kind.API_DIFFERS);
        transactions.set(0, listed("completed", 2_000, List.of(1_500L, 1_500L)));
        assertKinds(Kind.API_DIFFERS);
        transactions.set(0, listed("active", null, List.of(1_500L)));
        assertKinds(Kind.API_DIFFERS);
        transactions.clear();
        assertKinds(Kind.API_DIFFERS);
    }

    @Test
    void readingsThatWereNotAskedForAreNotCompared() {
        transactions.set(0, listed("completed", 2_000, null));
        assertKinds();
    }

    @Test
    void countThatIsNotTheLogsIsFound() {
        counted = 4;
        assertKinds(Kind.MISCOUNTED);
        counted = 3;
        listed = 2;
        assertKinds(Kind.MISCOUNTED);
        listed = 3;
        answered = 4;
        assertKinds(Kind.MISCOUNTED);
    }

    @Test
    void decisionThatTheLogDoesNotGiveIsFound() {
        decisions.set(1, decision(2, true, 3));
        assertKinds(Kind.MISCOUNTED);
    }

    @Test
    void callThatAskedAndThenWentOnCountsOnce() {
        calls.add(call(4, true, new UUID(7, 3)));
        assertKinds();
        calls.add(call(5, true, null));
        assertKinds(Kind.MISCOUNTED, Kind.MISCOUNTED);
    }

    private List<Finding> findings() {
        return new Accounts(
                        exchanges,
                        log,
                        List.of(new Subscription(WEBHOOK, "acme", EnumSet.allOf(EventType.class))),
                        posts,
                        deliveries,
                        tellers,
                        transactions,
                        List.of(new Usage("acme", answered, 9, listed, counted, calls, decisions)))
                .findings();
    }

    private void assertKinds(Kind... kinds) {
        assertThat(findings()).extracting(Finding::kind).containsExactlyInAnyOrder(kinds);
    }

    private static Exchange exchange(Said said, int transaction) {
        return new Exchange(CHARGER, said, transaction, List.of(sending("InternalError"), sending("answered")), NOON);
    }

    private static Sending sending(String result) {
        return new Sending(NOON, "gateway 1", result);
    }

    private static EventRecord event(int id, UUID connection, ChargerEvent data) {
        return new EventRecord(
                new UUID(1, id), "acme", Mode.LIVE, "CP-1", NOON, NOON, connection, id, "ocpp1.6", false, data);
    }

    private static TransactionUpdated reading(String wattHours) {
        return new TransactionUpdated(
                TRANSACTION,
                "CP-1",
                1,
                List.of(new MeterValue(
                        NOON, "Energy.Active.Import.Register", new BigDecimal(wattHours), "Wh", null, null, null)));
    }

    /** In its topic, at the receiver, and listed. */
    private EventRecord delivered(EventRecord event) {
        log.add(logged(event, event.eventId().getLeastSignificantBits()));
        posts.add(post(event, NOON));
        deliveries.add(new Delivery(WEBHOOK, "d" + event.eventId(), event.eventId(), "delivered"));
        return event;
    }

    private static Logged logged(EventRecord event, long offset) {
        return new Logged("transaction-events", 0, offset, NOON, event);
    }

    private static Post post(EventRecord event, Instant at) {
        return new Post(
                WEBHOOK,
                event.eventId(),
                at,
                Json.mapper().writeValueAsString(event.envelope()).hashCode());
    }

    private void forget(EventRecord event) {
        log.removeIf(one -> one.eventId().equals(event.eventId()));
        posts.removeIf(one -> one.eventId().equals(event.eventId()));
        deliveries.removeIf(one -> one.eventId().equals(event.eventId()));
    }

    private static ListedTransaction listed(String status, @Nullable Integer meterStop, @Nullable List<Long> readings) {
        return new ListedTransaction(
                "acme", TRANSACTION, "CP-1", status, 500L, meterStop == null ? null : (long) meterStop, readings);
    }

    private static ApiCall call(int id, boolean admitted, @Nullable UUID asked) {
        return new ApiCall(new UUID(7, id), "acme", NOON, Tier.STARTER, 1_000, admitted, asked, null);
    }

    private static QuotaDecision decision(int id, boolean admitted, long used) {
        return new QuotaDecision(new UUID(7, id), "acme", DAY, admitted, 1_000, used);
    }
}
