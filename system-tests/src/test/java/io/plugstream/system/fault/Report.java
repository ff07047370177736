package io.plugstream.system.fault;

import io.plugstream.system.account.Accounts;
import io.plugstream.system.account.Delivery;
import io.plugstream.system.account.Exchange;
import io.plugstream.system.account.Finding;
import io.plugstream.system.account.ListedCommand;
import io.plugstream.system.account.Post;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The results of a load, in tables. */
record Report(
        Accounts accounts, List<Finding> findings, List<FaultLog.Entry> faults, Latencies answers, Latencies calls) {

    /** The slices of one minute. */
    private static final int SLICES = 12;

    /** Silences count until this long after the end of a fault. */
    private static final Duration AFTERMATH = Duration.ofSeconds(10);

    private static final long CALM_MILLIS = 500;

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        line(text, "faults", faults.size());
        line(
                text,
                "messages answered",
                accounts.exchanges().stream()
                        .filter(one -> one.answeredAt() != null)
                        .count());
        line(
                text,
                "messages repeated",
                accounts.exchanges().stream()
                        .filter(one -> one.sendings().size() > 1)
                        .count());
        line(
                text,
                "transactions",
                accounts.exchanges().stream()
                        .filter(one -> one.payload() instanceof Exchange.Stop && one.answeredAt() != null)
                        .count());
        line(
                text,
                "events",
                accounts.events().stream()
                        .map(one -> one.event().eventId())
                        .distinct()
                        .count());
        line(text, "records of them in the topics", accounts.events().size());
        line(text, "POSTs", accounts.posts().size());
        counts(accounts.deliveries(), delivery -> Objects.requireNonNullElse(outcome(delivery), "none"))
                .forEach((outcome, count) -> line(text, "deliveries: " + outcome, count));
        line(text, "commands issued", accounts.commands().issued().size());
        line(text, "commands received", accounts.commands().received().size());
        counts(accounts.commands().listed(), ListedCommand::status)
                .forEach((status, count) -> line(text, "commands: " + status, count));
        accounts.usages()
                .forEach(usage -> line(
                        text,
                        "calls of " + usage.organisationId(),
                        "%d sent, %d answered, %d counted".formatted(usage.sent(), usage.answered(), usage.counted())));
        Map<String, Long> kinds = counts(findings, finding -> finding.kind().name());
        for (Finding.Kind kind : Finding.Kind.values()) {
            line(text, kind.name(), kinds.getOrDefault(kind.name(), 0L));
        }
        text.append(
                "%n| fault | at | lasts, s | longest without an answer, s | longest without a POST, s |%n".formatted());
        faults.forEach(fault -> silence(text, fault));
        faults.stream()
                .filter(fault ->
                        fault.what().startsWith("broker") && fault.what().endsWith("killed"))
                .forEach(fault -> recovery(text, fault));
        return text.toString();
    }

    private static @org.jspecify.annotations.Nullable String outcome(Delivery delivery) {
        return delivery.outcome();
    }

    private void silence(StringBuilder text, FaultLog.Entry fault) {
        Instant to = fault.over().plus(AFTERMATH);
        List<Instant> posts = accounts.posts().stream().map(Post::at).toList();
        text.append("| %s | %s | %.1f | %.1f | %.1f |%n"
                .formatted(
                        fault.what(),
                        fault.at().truncatedTo(ChronoUnit.SECONDS),
                        seconds(Duration.between(fault.at(), fault.over())),
                        seconds(answers.longestSilence(fault.at(), to)),
                        seconds(Latencies.longestSilence(posts, fault.at(), to))));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    private void recovery(StringBuilder text, FaultLog.Entry fault) {
        recovery(text, fault, "OCPP", answers, fault.at());
        recovery(text, fault, "API", calls, fault.at());
    }

    private static void recovery(
            StringBuilder text, FaultLog.Entry fault, String what, Latencies latencies, Instant at) {
        line(
                text,
                "%s at %s".formatted(fault.what(), at),
                "%s p99 in ms per %d s: %s; below %d ms after %s"
                        .formatted(
                                what,
                                Latencies.SLICE.toSeconds(),
                                latencies.p99After(at, SLICES),
                                CALM_MILLIS,
                                latencies
                                        .calmAfter(at, SLICES, CALM_MILLIS)
                                        .map(Duration::toSeconds)
                                        .map(seconds -> seconds + " s")
                                        .orElse("more than a minute")));
    }

    private static <T> Map<String, Long> counts(List<T> things, Function<T, String> key) {
        return things.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.counting()));
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append("| %s | %s |%n".formatted(name, value));
    }
}
