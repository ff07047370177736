package io.plugstream.system.fault;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.system.Organisation;
import io.plugstream.system.TopicReader;
import io.plugstream.system.account.Accounts;
import io.plugstream.system.account.CommandAccount;
import io.plugstream.system.account.Delivery;
import io.plugstream.system.account.ListedCharger;
import io.plugstream.system.account.ListedTransaction;
import io.plugstream.system.account.Logged;
import io.plugstream.system.account.Subscription;
import io.plugstream.system.account.Usage;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Waits until an ended load has settled, and collects all accounts of it. */
final class Bookkeeper {

    // A delivery whose dispatcher died is unknown after 60 s.
    private static final Duration DELIVERIES_SETTLE = Duration.ofSeconds(150);
    private static final Duration OTHERS_SETTLE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofSeconds(3);

    /** Each request is a call, and the Starter tier has 1,000 a day. */
    private static final int READINGS_ASKED_FOR = 200;

    private final Load load;
    private final TopicReader topics;

    Bookkeeper(FaultPlatform platform, Load load) {
        this.load = load;
        this.topics = new TopicReader(platform.kafka().bootstrapServers());
    }

    /** Collects unsettled data too: the comparison finds it. */
    Accounts collect() {
        settle(DELIVERIES_SETTLE, "each delivery has ended", this::missingDeliveries);
        settle(OTHERS_SETTLE, "the API has each transaction", this::missingTransactions);
        List<Logged> log = log();
        List<Delivery> deliveries = deliveries();
        List<ListedTransaction> transactions = transactions();
        List<ListedCharger> chargers = new ChargerBook(askedOrganisations()).collect();
        CommandAccount commands = new CommandBook(load).collect();
        settle(OTHERS_SETTLE, "each call is counted", this::missingCounts);
        return new Accounts(
                load.exchanges(log),
                log,
                load.subscriptions(),
                load.posts(),
                deliveries,
                askedOrganisations().stream().map(Organisation::id).collect(Collectors.toSet()),
                transactions,
                chargers,
                commands,
                usages());
    }

    /** @param missing describes what has not settled yet; empty if all has */
    static void settle(Duration timeout, String what, Supplier<String> missing) {
        String[] last = {"a check takes too long"};
        try {
            Awaitility.await(what).atMost(timeout).pollInterval(POLL).until(() -> {
                last[0] = missing.get();
                return last[0].isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            System.out.printf("Not settled within %s, expected: %s; but: %s%n", timeout, what, last[0]);
        }
    }

    private List<Logged> log() {
        List<Logged> log = new ArrayList<>();
        for (Topic<ChargerId, EventRecord> topic :
                List.of(Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS)) {
            topics.read(
                    topic,
                    record -> log.add(new Logged(
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            Instant.ofEpochMilli(record.timestamp()),
                            record.value())));
        }
        return log;
    }

    private String missingDeliveries() {
        List<Logged> log = log();
        for (Subscription subscription : load.subscriptions()) {
            long wanted = log.stream()
                    .filter(one -> subscription.wants(one.event()))
                    .map(one -> one.event().eventId())
                    .distinct()
                    .count();
            JsonNode summary = Organisation.json(load.organisation(subscription.organisationId())
                    .get("/api/v1/webhooks/" + subscription.webhookId() + "/deliveries/summary"));
            if (summary.path("pending").longValue() > 0 || summary.path("total").longValue() < wanted) {
                return "of %d deliveries to %s the API says %s".formatted(wanted, subscription.webhookId(), summary);
            }
        }
        return "";
    }

    private List<Delivery> deliveries() {
        List<Delivery> deliveries = new ArrayList<>();
        for (Subscription subscription : load.subscriptions()) {
            Pages.read(
                    load.organisation(subscription.organisationId()),
                    "/api/v1/webhooks/" + subscription.webhookId() + "/deliveries?" + Pages.LIMIT,
                    "deliveries",
                    one -> deliveries.add(new Delivery(
                            subscription.webhookId(),
                            one.path("id").stringValue(),
                            UUID.fromString(one.path("eventId").stringValue()),
                            Pages.text(one, "outcome"))));
        }
        return deliveries;
    }

    private String missingTransactions() {
        Map<String, Long> started = new HashMap<>();
        log().stream()
                .filter(one -> one.event().data() instanceof TransactionStarted)
                .forEach(one -> started.merge(one.event().organisationId(), 1L, Long::sum));
        for (Organisation organisation : askedOrganisations()) {
            List<JsonNode> completed = new ArrayList<>();
            Pages.read(
                    organisation,
                    "/api/v1/transactions?status=completed&" + Pages.LIMIT,
                    "transactions",
                    completed::add);
            long all = started.getOrDefault(organisation.id(), 0L);
            if (completed.size() < all) {
                return "of %d transactions of %s, %d are completed".formatted(all, organisation.id(), completed.size());
            }
        }
        return "";
    }

    private List<ListedTransaction> transactions() {
        List<ListedTransaction> transactions = new ArrayList<>();
        for (Organisation organisation : askedOrganisations()) {
            List<JsonNode> listed = new ArrayList<>();
            Pages.read(organisation, "/api/v1/transactions?" + Pages.LIMIT, "transactions", listed::add);
            int asked = 0;
            for (JsonNode one : listed) {
                List<Long> readings = asked++ < READINGS_ASKED_FOR ? readings(organisation, one) : null;
                transactions.add(new ListedTransaction(
                        organisation.id(),
                        one.path("transactionId").intValue(),
                        one.path("chargeBoxId").stringValue(),
                        one.path("status").stringValue(),
                        Pages.number(one, "meterStart"),
                        Pages.number(one, "meterStop"),
                        readings));
            }
            if (listed.size() > READINGS_ASKED_FOR) {
                System.out.printf(
                        "%s: the readings of the newest %d of %d transactions are compared%n",
                        organisation.id(), READINGS_ASKED_FOR, listed.size());
            }
        }
        return transactions;
    }

    private static List<Long> readings(Organisation organisation, JsonNode transaction) {
        List<Long> readings = new ArrayList<>();
        Pages.read(
                organisation,
                "/api/v1/transactions/" + transaction.path("transactionId").intValue() + "/meter-values?" + Pages.LIMIT,
                "meterValues",
                value -> {
                    // The values of an OCPP 2.0.1 station at the start and the end are not separate readings.
                    if (!value.path("context").asString("").startsWith("Transaction.")) {
                        readings.add(value.path("value").decimalValue().longValue());
                    }
                });
        return readings;
    }

    /** The organisations that have enough calls for these requests. */
    private List<Organisation> askedOrganisations() {
        return load.organisations().stream()
                .filter(organisation -> load.subscriptions().stream()
                        .anyMatch(one -> one.organisationId().equals(organisation.id())))
                .toList();
    }

    private String missingCounts() {
        Map<String, Long> counted = counted();
        Map<String, List<ApiCall>> log = byOrganisation(Topics.API_CALLS, ApiCall::organisationId);
        return load.organisations().stream()
                .map(Organisation::id)
                .filter(id -> counted.getOrDefault(id, 0L) != Usage.used(log.getOrDefault(id, List.of())))
                .collect(Collectors.joining(", "));
    }

    private List<Usage> usages() {
        Map<String, @Nullable Long> listed = new HashMap<>();
        for (Organisation organisation : load.organisations()) {
            // A replica that has just started may not have received a decision yet.
            settle(
                    OTHERS_SETTLE,
                    "the API counts the calls of " + organisation.id(),
                    () -> isListed(organisation, listed) ? "" : organisation.id());
        }
        Map<String, Long> counted = counted();
        Map<String, List<ApiCall>> log = byOrganisation(Topics.API_CALLS, ApiCall::organisationId);
        Map<String, List<QuotaDecision>> decisions =
                byOrganisation(Topics.QUOTA_DECISIONS, QuotaDecision::organisationId);
        List<Usage> usages = new ArrayList<>();
        for (Organisation organisation : load.organisations()) {
            String id = organisation.id();
            usages.add(new Usage(
                    id,
                    organisation.calls().admitted(),
                    organisation.calls().sent() - organisation.calls().refused() + load.resets(),
                    listed.get(id),
                    counted.getOrDefault(id, 0L),
                    log.getOrDefault(id, List.of()),
                    decisions.getOrDefault(id, List.of())));
        }
        return usages;
    }

    /** Requests the usage once more, and returns whether it equals the count that includes this call. */
    private boolean isListed(Organisation organisation, Map<String, @Nullable Long> listed) {
        HttpResponse<String> usage = organisation.get("/api/v1/usage");
        settle(OTHERS_SETTLE, "the last call is counted", this::missingCounts);
        if (usage.statusCode() != 200) {
            listed.put(organisation.id(), null);
            return true;
        }
        long used = Organisation.json(usage).path("used").longValue();
        listed.put(organisation.id(), used);
        return used == counted().getOrDefault(organisation.id(), 0L);
    }

    private Map<String, Long> counted() {
        Map<String, DailyUsage> days = new HashMap<>();
        topics.read(Topics.DAILY_USAGE, record -> days.put(record.value().key(), record.value()));
        Map<String, Long> counted = new HashMap<>();
        days.values().forEach(day -> counted.merge(day.organisationId(), day.used(), Long::sum));
        return counted;
    }

    private <V> Map<String, List<V>> byOrganisation(Topic<?, V> topic, Function<V, String> organisation) {
        Map<String, List<V>> all = new HashMap<>();
        topics.read(
                topic,
                record -> all.computeIfAbsent(organisation.apply(record.value()), _ -> new ArrayList<>())
                        .add(record.value()));
        return all;
    }
}
