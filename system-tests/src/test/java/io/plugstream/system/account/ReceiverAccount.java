package io.plugstream.system.account;

import io.plugstream.model.json.Json;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Each subscribed event was POSTed at most once, and the API lists one delivery of it with a matching outcome. */
final class ReceiverAccount {

    private static final Set<String> ANSWERED = Set.of("delivered", "rejected");
    private static final Set<String> NEVER_SENT = Set.of("blocked", "shed", "connect_failed");

    private record Pair(String webhookId, UUID eventId) {}

    private final Accounts accounts;
    private final Sequences sequences;
    private final Map<Pair, List<Post>> posts;
    private final Map<Pair, List<Delivery>> deliveries;
    private final List<Finding> findings = new ArrayList<>();

    ReceiverAccount(Accounts accounts, Sequences sequences) {
        this.accounts = accounts;
        this.sequences = sequences;
        posts = Sequences.grouped(accounts.posts(), post -> new Pair(post.webhookId(), post.eventId()));
        deliveries = Sequences.grouped(
                accounts.deliveries(), delivery -> new Pair(delivery.webhookId(), delivery.eventId()));
    }

    List<Finding> findings() {
        Set<Pair> wanted = new HashSet<>();
        for (Subscription subscription : accounts.subscriptions()) {
            sequences.events().forEach((eventId, copies) -> {
                if (subscription.wants(copies.getFirst().event())) {
                    wanted.add(new Pair(subscription.webhookId(), eventId));
                }
            });
        }
        wanted.forEach(this::compare);
        posts.forEach((pair, copies) -> {
            if (copies.size() > 1) {
                add(Kind.SECOND_POST, pair);
            }
            if (!wanted.contains(pair)) {
                add(Kind.UNEXPECTED_POST, pair);
            } else if (hasOtherBody(pair, copies)) {
                add(Kind.TWO_BODIES, pair);
            }
        });
        return findings;
    }

    private boolean hasOtherBody(Pair pair, List<Post> copies) {
        Set<Integer> bodies = sequences.events().getOrDefault(pair.eventId(), List.of()).stream()
                .map(one ->
                        Json.mapper().writeValueAsString(one.event().envelope()).hashCode())
                .collect(Collectors.toSet());
        return bodies.size() > 1 || !copies.stream().allMatch(post -> bodies.contains(post.body()));
    }

    private void compare(Pair pair) {
        List<Delivery> listed = deliveries.getOrDefault(pair, List.of());
        List<Post> arrived = posts.getOrDefault(pair, List.of());
        if (listed.isEmpty()) {
            add(Kind.MISSING_DELIVERY, pair);
        } else if (listed.size() > 1) {
            add(Kind.DOUBLED_DELIVERY, pair);
        }
        for (Delivery delivery : listed) {
            String outcome = delivery.outcome();
            if (outcome == null) {
                add(Kind.MISSING_OUTCOME, pair);
            } else if (arrived.isEmpty()
                    ? ANSWERED.contains(outcome)
                    : arrived.stream().noneMatch(post -> mayEnd(post, outcome))) {
                add(Kind.CONTRADICTED_OUTCOME, pair);
            }
        }
    }

    /** Whether a dispatcher may note this outcome of a POST that arrived. It may have missed the answer. */
    private static boolean mayEnd(Post post, String outcome) {
        return switch (outcome) {
            case "delivered" -> post.status() / 100 == 2;
            case "rejected" -> post.status() != 0 && post.status() / 100 != 2;
            default -> !NEVER_SENT.contains(outcome);
        };
    }

    private void add(Kind kind, Pair pair) {
        findings.add(new Finding(kind, pair.eventId() + " to " + pair.webhookId(), sequences.of(pair.eventId())));
    }
}
