package io.plugstream.system.account;

import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.system.account.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Each event is published once, and each charger's connections begin and end in turn. */
final class TopicAccount {

    private static final int SHOWN_BEFORE = 3;

    private final Accounts accounts;
    private final Sequences sequences;
    private final List<Finding> findings = new ArrayList<>();

    TopicAccount(Accounts accounts, Sequences sequences) {
        this.accounts = accounts;
        this.sequences = sequences;
    }

    List<Finding> findings() {
        Sequences.grouped(accounts.events(), Logged::eventId).forEach(this::compareCopies);
        List<Logged> connections = accounts.events().stream()
                .filter(one -> one.event().data() instanceof ChargerConnected
                        || one.event().data() instanceof ChargerDisconnected)
                .sorted(Comparator.comparingInt(Logged::partition).thenComparingLong(Logged::offset))
                .toList();
        Sequences.grouped(connections, one -> one.event().chargerId()).values().forEach(this::compareTurns);
        return findings;
    }

    private void compareCopies(UUID eventId, List<Logged> copies) {
        if (copies.size() > 1 && !areReadings(copies) && !cameLate(copies)) {
            findings.add(new Finding(Kind.COPY_IN_TOPIC, eventId.toString(), sequences.of(eventId)));
        }
        if (copies.stream().map(one -> one.event().data()).distinct().count() > 1
                || copies.stream()
                                .map(one -> one.event().timestamp())
                                .distinct()
                                .count()
                        > 1) {
            findings.add(new Finding(Kind.TWO_BODIES, eventId.toString(), sequences.of(eventId)));
        }
    }

    /** Readings are published under one id, but perhaps twice (ADR 49). */
    private static boolean areReadings(List<Logged> copies) {
        return copies.getFirst().event().data() instanceof TransactionUpdated;
    }

    /**
     * Whether each further copy was sent before the first: the network delayed it until another gateway had published
     * the event instead (ADR 18, ADR 41). Readers recognise it by its id.
     */
    private static boolean cameLate(List<Logged> copies) {
        List<Logged> inPlace =
                copies.stream().sorted(Comparator.comparingLong(Logged::offset)).toList();
        return inPlace.stream()
                .skip(1)
                .allMatch(copy -> copy.appendedAt().isBefore(inPlace.getFirst().appendedAt()));
    }

    private void compareTurns(List<Logged> events) {
        Set<UUID> seen = new HashSet<>();
        List<Logged> once =
                events.stream().filter(one -> seen.add(one.eventId())).toList();
        Set<UUID> announced = once.stream()
                .filter(TopicAccount::isConnected)
                .map(one -> one.event().connectionId())
                .collect(Collectors.toSet());
        for (int i = 0; i < once.size(); i++) {
            boolean wasConnected = i > 0 && isConnected(once.get(i - 1));
            boolean inTurn = isConnected(once.get(i)) != wasConnected
                    && (!wasConnected || ends(once.get(i), once.get(i - 1), announced));
            if (!inTurn) {
                findings.add(new Finding(
                        Kind.OUT_OF_TURN,
                        once.get(i).eventId().toString(),
                        Sequences.of(once.subList(Math.max(0, i - SHOWN_BEFORE), Math.min(once.size(), i + 2)))));
            }
        }
    }

    private static boolean isConnected(Logged one) {
        return one.event().data() instanceof ChargerConnected;
    }

    /** A connection that ended before its announcement ends the announced connection that it was to replace. */
    private static boolean ends(Logged end, Logged beginning, Set<UUID> announced) {
        UUID ended = end.event().connectionId();
        UUID begun = beginning.event().connectionId();
        return ended.equals(begun) || (!announced.contains(ended) && HeldConnection.compare(ended, begun) > 0);
    }
}
