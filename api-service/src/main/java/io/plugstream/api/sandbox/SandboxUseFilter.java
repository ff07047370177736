package io.plugstream.api.sandbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Tells the sandbox, at most once a minute, that an organisation uses its test chargers. No request waits for it. */
@Component
final class SandboxUseFilter implements OrderedFilter {

    private static final Logger log = LoggerFactory.getLogger(SandboxUseFilter.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int MOST = 100_000;

    private final TestChargers chargers;
    private final AcknowledgedLog acknowledged;
    private final SandboxProperties properties;
    private final Clock clock;
    private final Cache<String, Instant> lastReported =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(PAUSE).build();

    SandboxUseFilter(TestChargers chargers, AcknowledgedLog acknowledged, SandboxProperties properties, Clock clock) {
        this.chargers = chargers;
        this.acknowledged = acknowledged;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.SANDBOX_USE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        if (caller != null && caller.mode() == Mode.TEST && properties.enabled()) {
            note(caller.organisationId());
        }
        return chain.filter(exchange);
    }

    private void note(String organisationId) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (lastReported.asMap().putIfAbsent(organisationId, now) != null) {
            return;
        }
        chargers.all(organisationId)
                .filter(row -> row.charger().simulated())
                .concatMap(row -> acknowledged.append(
                        Topics.SANDBOX_ORDERS,
                        new ChargerId(organisationId, row.charger().chargeBoxId()),
                        new SandboxOrder.Use(now)))
                .subscribe(_ -> {}, failure -> {
                    lastReported.invalidate(organisationId);
                    log.warn("Failed to report the use of test chargers to the sandbox: {}", failure.toString());
                });
    }
}
