package io.plugstream.system.account;

import java.util.List;

/** Everything that was collected of one load, after it has settled. */
public record Accounts(
        List<Exchange> exchanges,
        List<Logged> log,
        List<Subscription> subscriptions,
        List<Post> posts,
        List<Delivery> deliveries,
        List<ListedTransaction> transactions,
        List<Usage> usages) {

    public Accounts {
        exchanges = List.copyOf(exchanges);
        log = List.copyOf(log);
        subscriptions = List.copyOf(subscriptions);
        posts = List.copyOf(posts);
        deliveries = List.copyOf(deliveries);
        transactions = List.copyOf(transactions);
        usages = List.copyOf(usages);
    }

    /** Each thing that is not as it was promised. */
    public List<Finding> findings() {
        Sequences sequences = new Sequences(this);
        return java.util.stream.Stream.of(
                        new ChargerAccount(this, sequences).findings(),
                        new TopicAccount(this, sequences).findings(),
                        new ReceiverAccount(this, sequences).findings(),
                        new TransactionAccount(this, sequences).findings(),
                        new QuotaAccount(usages).findings())
                .flatMap(List::stream)
                .toList();
    }
}
