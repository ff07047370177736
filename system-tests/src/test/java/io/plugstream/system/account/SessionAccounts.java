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
import io.plugstream.system.account.Exchange.Payload;
import io.plugstream.system.account.Exchange.Sending;
import io.plugstream.system.account.Finding.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Matching accounts of one session from charger, topics, receiver and API. */
final class SessionAccounts {

    static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);
    static final ChargerId CHARGER = new ChargerId("acme", "CP-1");
    static final UUID CONNECTION = new UUID(0, 1);
    static final String WEBHOOK = "webhook";
    static final int TRANSACTION = 101;

    final List<Exchange> exchanges = new ArrayList<>();
    final List<Logged> log = new ArrayList<>();
    final List<Post> posts = new ArrayList<>();
    final List<Delivery> deliveries = new ArrayList<>();
    final Set<String> askedOrganisations = new HashSet<>(Set.of("acme"));
    final List<ListedTransaction> transactions = new ArrayList<>();
    final List<ListedCharger> chargers = new ArrayList<>();
    final List<ApiCall> calls = new ArrayList<>();
    final List<QuotaDecision> decisions = new ArrayList<>();
    long listed = 3;
    long counted = 3;
    long answered = 3;
    EventRecord connected;
    EventRecord started;
    EventRecord read;
    EventRecord stopped;
    EventRecord disconnected;

    SessionAccounts() {
        exchanges.add(exchange(new Exchange.Start(500), TRANSACTION));
        exchanges.add(exchange(new Exchange.Status(NOON, "Charging"), 0));
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
        chargers.add(new ListedCharger(CHARGER, "offline", Map.of(1, "Charging")));
        for (int call = 1; call <= 3; call++) {
            calls.add(call(call, false, null));
            decisions.add(decision(call, true, call));
        }
    }

    List<Finding> findings() {
        return new Accounts(
                        exchanges,
                        log,
                        List.of(new Subscription(WEBHOOK, "acme", EnumSet.allOf(EventType.class))),
                        posts,
                        deliveries,
                        askedOrganisations,
                        transactions,
                        chargers,
                        new CommandAccount(List.of(), List.of(), List.of()),
                        List.of(new Usage("acme", answered, 9, listed, counted, calls, decisions)))
                .findings();
    }

    void assertKinds(Kind... kinds) {
        assertThat(findings()).extracting(Finding::kind).containsExactlyInAnyOrder(kinds);
    }

    static Exchange exchange(Payload payload, int transaction) {
        return new Exchange(
                CHARGER, payload, transaction, List.of(sending("InternalError"), sending("answered")), NOON);
    }

    static Sending sending(String result) {
        return new Sending(NOON, "gateway 1", result);
    }

    static EventRecord event(int id, UUID connection, ChargerEvent data) {
        return new EventRecord(
                new UUID(1, id), "acme", Mode.LIVE, "CP-1", NOON, NOON, connection, id, "ocpp1.6", false, data);
    }

    static TransactionUpdated reading(String wattHours) {
        return new TransactionUpdated(
                TRANSACTION,
                "CP-1",
                1,
                List.of(new MeterValue(
                        NOON, "Energy.Active.Import.Register", new BigDecimal(wattHours), "Wh", null, null, null)));
    }

    /** Adds the event to its topic, to the receiver and to the listed deliveries. */
    EventRecord delivered(EventRecord event) {
        log.add(logged(event, event.eventId().getLeastSignificantBits()));
        posts.add(post(event, NOON));
        deliveries.add(new Delivery(WEBHOOK, "d" + event.eventId(), event.eventId(), "delivered"));
        return event;
    }

    static Logged logged(EventRecord event, long offset) {
        return new Logged("transaction-events", 0, offset, NOON, event);
    }

    static Post post(EventRecord event, Instant at) {
        return new Post(
                WEBHOOK,
                event.eventId(),
                at,
                Json.mapper().writeValueAsString(event.envelope()).hashCode(),
                204);
    }

    void forget(EventRecord event) {
        log.removeIf(one -> one.eventId().equals(event.eventId()));
        posts.removeIf(one -> one.eventId().equals(event.eventId()));
        deliveries.removeIf(one -> one.eventId().equals(event.eventId()));
    }

    static ListedTransaction listed(String status, @Nullable Integer meterStop, @Nullable List<Long> readings) {
        return new ListedTransaction(
                "acme", TRANSACTION, "CP-1", status, 500L, meterStop == null ? null : (long) meterStop, readings);
    }

    static ApiCall call(int id, boolean admitted, @Nullable UUID asked) {
        return new ApiCall(new UUID(7, id), "acme", NOON, Tier.STARTER, 1_000, admitted, asked, null);
    }

    static QuotaDecision decision(int id, boolean admitted, long used) {
        return new QuotaDecision(new UUID(7, id), "acme", DAY, admitted, 1_000, used);
    }
}
