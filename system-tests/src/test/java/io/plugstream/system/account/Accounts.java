package io.plugstream.system.account;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All data that was collected about one load, after it has settled.
 *
 * @param log the records in the topics of events, with those that are only recorded
 * @param askedOrganisations the organisations whose transactions and chargers the test requested from the API
 */
public record Accounts(
        List<Exchange> exchanges,
        List<Logged> log,
        List<Subscription> subscriptions,
        List<Post> posts,
        List<Delivery> deliveries,
        Set<String> askedOrganisations,
        List<ListedTransaction> transactions,
        List<ListedCharger> chargers,
        CommandAccount commands,
        List<Usage> usages) {

    public Accounts {
        exchanges = List.copyOf(exchanges);
        log = List.copyOf(log);
        subscriptions = List.copyOf(subscriptions);
        posts = List.copyOf(posts);
        deliveries = List.copyOf(deliveries);
        askedOrganisations = Set.copyOf(askedOrganisations);
        transactions = List.copyOf(transactions);
        chargers = List.copyOf(chargers);
        usages = List.copyOf(usages);
    }

    /** The events in the topics, without a gateway's own records, such as marks of its searches. */
    public List<Logged> events() {
        return log.stream().filter(one -> !one.event().recordOnly()).toList();
    }

    /** All deviations from what was promised. */
    public List<Finding> findings() {
        Sequences sequences = new Sequences(this);
        return Stream.of(
                        new ChargerAccount(this, sequences).findings(),
                        new TopicAccount(this, sequences).findings(),
                        new ReceiverAccount(this, sequences).findings(),
                        new TransactionAccount(this, sequences).findings(),
                        new StateAccount(this, sequences).findings(),
                        commands.findings(),
                        new QuotaAccount(usages).findings())
                .flatMap(List::stream)
                .toList();
    }
}
