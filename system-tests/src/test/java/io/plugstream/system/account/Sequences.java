package io.plugstream.system.account;

import io.plugstream.model.event.ConnectorStatusChanged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The history of one message or event from all accounts, in order of time. */
final class Sequences {

    private final Map<Content, List<Exchange>> exchanges;
    private final Map<Content, List<Logged>> log;
    private final Set<Content> recorded;
    private final Map<UUID, List<Logged>> byEvent;
    private final Map<UUID, List<Post>> posts;
    private final Map<UUID, List<Delivery>> deliveries;

    Sequences(Accounts accounts) {
        exchanges = accounts.exchanges().stream().collect(Collectors.groupingBy(Content::of));
        log = accounts.events().stream().collect(Collectors.groupingBy(one -> Content.of(one.event())));
        recorded = accounts.log().stream()
                .filter(one -> one.event().recordOnly() && one.event().data() instanceof ConnectorStatusChanged)
                .map(one -> Content.of(one.event()))
                .collect(Collectors.toSet());
        byEvent = accounts.events().stream().collect(Collectors.groupingBy(Logged::eventId));
        posts = accounts.posts().stream().collect(Collectors.groupingBy(Post::eventId));
        deliveries = accounts.deliveries().stream().collect(Collectors.groupingBy(Delivery::eventId));
    }

    Map<Content, List<Exchange>> exchanges() {
        return exchanges;
    }

    /** The logged events by content, in the order of the accounts. */
    Map<Content, List<Logged>> log() {
        return log;
    }

    /** The statuses that changed nothing and are only recorded. */
    Set<Content> recorded() {
        return recorded;
    }

    Map<UUID, List<Logged>> events() {
        return byEvent;
    }

    private record Line(Instant at, String text) {}

    /** The history of a message and of all its events. */
    String of(Content content) {
        List<Line> lines = new ArrayList<>();
        for (Exchange exchange : exchanges.getOrDefault(content, List.of())) {
            exchange.sendings()
                    .forEach(sending -> lines.add(
                            new Line(sending.at(), "sent to %s: %s".formatted(sending.to(), sending.result()))));
            Instant answeredAt = exchange.answeredAt();
            if (answeredAt != null) {
                lines.add(new Line(answeredAt, "answered"));
            }
        }
        List<Logged> events = log.getOrDefault(content, List.of());
        events.forEach(one -> lines.add(logged(one)));
        events.stream().map(Logged::eventId).distinct().forEach(id -> addDelivered(id, lines));
        return content + System.lineSeparator() + written(lines);
    }

    /** The history of an event. */
    String of(UUID eventId) {
        List<Logged> known = byEvent.getOrDefault(eventId, List.of());
        if (!known.isEmpty()) {
            return of(Content.of(known.getFirst().event()));
        }
        List<Line> lines = new ArrayList<>();
        addDelivered(eventId, lines);
        return written(lines);
    }

    /** The history of these records only. */
    static String of(List<Logged> records) {
        return written(records.stream().map(Sequences::logged).collect(Collectors.toCollection(ArrayList::new)));
    }

    private void addDelivered(UUID eventId, List<Line> lines) {
        posts.getOrDefault(eventId, List.of())
                .forEach(post -> lines.add(new Line(
                        post.at(),
                        "POST of %s to %s, body %08x, answered with %s"
                                .formatted(
                                        eventId,
                                        post.webhookId(),
                                        post.body(),
                                        post.status() == 0 ? "nothing" : post.status()))));
        deliveries
                .getOrDefault(eventId, List.of())
                .forEach(delivery -> lines.add(new Line(
                        Instant.MAX,
                        "delivery %s to %s: %s"
                                .formatted(delivery.deliveryId(), delivery.webhookId(), delivery.outcome()))));
    }

    private static Line logged(Logged one) {
        return new Line(
                one.appendedAt(),
                "%s %s: event %s of connection %s, received %s, %s"
                        .formatted(
                                one.place(),
                                one.event().data().type().wireName(),
                                one.eventId(),
                                one.event().connectionId(),
                                one.event().receivedAt(),
                                one.event().data()));
    }

    private static String written(List<Line> lines) {
        lines.sort(Comparator.comparing(Line::at));
        return lines.stream()
                .map(line -> (line.at().equals(Instant.MAX) ? "in the API" : line.at()) + " " + line.text())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** Groups values in the order in which their keys first appear. */
    static <K, V> Map<K, List<V>> grouped(List<V> values, Function<V, K> key) {
        Map<K, List<V>> groups = new LinkedHashMap<>();
        values.forEach(value ->
                groups.computeIfAbsent(key.apply(value), _ -> new ArrayList<>()).add(value));
        return groups;
    }
}
