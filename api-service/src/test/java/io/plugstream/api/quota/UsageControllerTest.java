package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.Caller;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

class UsageControllerTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** The replica's clock is a day behind the brokers' clocks. */
    @Test
    void theDayOfTheUsagePageIsThatOfTheLog() {
        LogClock clock = new LogClock(Clock.fixed(NOON, ZoneOffset.UTC));
        LocalDate today = LocalDate.parse("2026-03-02");
        clock.appended(NOON.toEpochMilli(), NOON.toEpochMilli() + 86_400_000);

        UsageController.Usage usage = Objects.requireNonNull(new UsageController(counts(Map.of(today, 7L)), clock)
                .usage(
                        new Caller("acme", Tier.FREE, Mode.LIVE, Caller.Credential.SESSION, "user", false),
                        MockServerWebExchange.from(MockServerHttpRequest.get("/portal/api/v1/usage")))
                .block());

        assertThat(usage.resetAt()).isEqualTo("2026-03-03T00:00:00Z");
        assertThat(usage.days().getLast()).isEqualTo(new UsageController.Day(today, 7));
    }

    private static DayCounts counts(Map<LocalDate, Long> known) {
        return new DayCounts(
                DatabaseClient.create(ConnectionFactories.get("r2dbc:postgresql://unused:unused@unused/unused"))) {
            @Override
            Mono<Map<LocalDate, Long>> since(String organisationId, LocalDate first) {
                return Mono.just(known);
            }
        };
    }
}
