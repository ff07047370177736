package io.plugstream.api.quota;

import io.plugstream.api.access.Caller;
import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Returns the calls of the caller's organisation: exact for today, and the counts of the days before. */
@RestController
final class UsageController {

    private static final int DAYS = 30;

    private final DayCounts counts;
    private final LogClock clock;

    UsageController(DayCounts counts, LogClock clock) {
        this.counts = counts;
        this.clock = clock;
    }

    @GetMapping("/api/v1/usage")
    Mono<Usage> usage(Caller caller, ServerWebExchange exchange) {
        // The portal's calls are not metered, so the count comes from the read model.
        Allowance now = Allowance.of(exchange).orElseGet(() -> Allowance.unused(caller.tier(), clock.now()));
        LocalDate first = now.day().minusDays(DAYS - 1L);
        return counts.since(caller.organisationId(), first)
                .map(known -> Usage.of(caller.tier(), now.atLeast(known.getOrDefault(now.day(), 0L)), first, known));
    }

    record Usage(Tier tier, long limit, long used, long remaining, Instant resetAt, List<Day> days) {

        static Usage of(Tier tier, Allowance now, LocalDate first, Map<LocalDate, Long> known) {
            Stream<Day> before = first.datesUntil(now.day()).map(date -> new Day(date, known.getOrDefault(date, 0L)));
            return new Usage(
                    tier,
                    now.limit(),
                    now.used(),
                    now.remaining(),
                    now.resetAt(),
                    Stream.concat(before, Stream.of(new Day(now.day(), now.used())))
                            .toList());
        }
    }

    record Day(LocalDate date, long used) {}
}
