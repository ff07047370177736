package io.plugstream.webhook.deliver;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.tracing.Span;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.trace.Traces;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.match.Subscriptions;
import io.plugstream.webhook.sign.SigningSecrets;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.client.HttpClient;

/** Makes the one attempt of a delivery: looks up the webhook, checks its address, signs and POSTs. */
@Component
final class Attempts {

    private static final Logger log = LoggerFactory.getLogger(Attempts.class);

    /**
     * How long a sample waits for its webhook's registration. Measured from the claim, so that no delivery exceeds
     * {@link DeliveryProperties#longestLife}.
     */
    private static final Duration REGISTRATION_WAIT = DeliveryProperties.ATTEMPT;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final Subscriptions subscriptions;
    private final AddressRules rules;
    private final HttpClient connections;
    private final Scheduler loops;
    private final DeliveryProperties limits;
    private final SigningSecrets secrets;
    private final String userAgent;
    private final Traces traces;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Timer latency;
    private final Timer duration;
    private final Counter disconnectedReused;

    Attempts(
            Subscriptions subscriptions,
            AddressRules rules,
            HttpClient webhookConnections,
            Scheduler webhookScheduler,
            DeliveryProperties limits,
            SigningSecrets secrets,
            ObjectProvider<BuildProperties> build,
            Traces traces,
            Clock clock,
            LongSupplier nanos,
            MeterRegistry meters) {
        this.subscriptions = subscriptions;
        this.rules = rules;
        this.connections = webhookConnections;
        this.loops = webhookScheduler;
        this.limits = limits;
        this.secrets = secrets;
        this.userAgent = "Plugstream-Webhooks/" + version(build.getIfAvailable());
        this.traces = traces;
        this.clock = clock;
        this.nanos = nanos;
        this.latency = Timer.builder("plugstream.dispatcher.delivery.latency")
                .description("From the event's arrival at the platform to the end of its POST")
                .register(meters);
        this.duration = Timer.builder("plugstream.dispatcher.post.duration")
                .description("From the start of name resolution to the last byte of the answer")
                .register(meters);
        this.disconnectedReused = Counter.builder("plugstream.dispatcher.disconnected.reused")
                .description("POSTs disconnected on a reused connection")
                .register(meters);
    }

    private static String version(@Nullable BuildProperties build) {
        String version = build == null ? null : build.getVersion();
        return version == null ? "development" : version;
    }

    /**
     * Makes the attempt on an event loop when subscribed to, and emits its outcome; never an error. The loop first
     * handles the answers of POSTs in flight, and the time limit does not start before the POST.
     */
    Mono<Ended> begin(Delivery delivery) {
        return Mono.defer(() -> made(delivery, () -> attempt(delivery)))
                .onErrorResume(e -> Mono.just(notMade(delivery, e)))
                .subscribeOn(loops);
    }

    /**
     * Turns errors of {@code step} into an outcome. Reactor rethrows some of them, such as that of a class that cannot
     * be loaded, so that the delivery would never end.
     */
    private Mono<Ended> made(Delivery delivery, Supplier<Mono<Ended>> step) {
        try {
            return step.get();
        } catch (Throwable e) {
            return Mono.just(notMade(delivery, e));
        }
    }

    /**
     * Sheds the delivery if the webhook was deleted, deactivated or unsubscribed after the claim, or if its turn came
     * too late.
     */
    private Mono<Ended> attempt(Delivery delivery) {
        if (limits.isLate(delivery, nanos.getAsLong())) {
            return withoutAttempt(delivery, Outcome.SHED);
        }
        SampleEvent sample = delivery.sample();
        Mono<WebhookRegistration> webhook = sample == null
                ? Mono.justOrEmpty(subscriptions.stillSubscribed(delivery.claim()))
                : registered(delivery, sample.webhook());
        return webhook.flatMap(known -> made(delivery, () -> post(delivery, known)))
                .switchIfEmpty(Mono.defer(() -> withoutAttempt(delivery, Outcome.SHED)));
    }

    /**
     * The webhook of a sample. The sample may arrive before the webhook's registration, or before its newest change,
     * which take another topic.
     *
     * @param expected the registration to wait for; null for any
     */
    private Mono<WebhookRegistration> registered(Delivery delivery, @Nullable WebhookRegistration expected) {
        Claimed claim = delivery.claim();
        return Mono.defer(() -> Mono.justOrEmpty(subscriptions.registered(claim))
                        .filter(known -> expected == null || known.equals(expected)))
                .repeatWhenEmpty(times -> times.takeWhile(
                                _ -> nanos.getAsLong() - delivery.claimedNanos() < REGISTRATION_WAIT.toNanos())
                        .delayElements(POLL_INTERVAL))
                .switchIfEmpty(Mono.defer(() -> Mono.justOrEmpty(subscriptions.registered(claim))));
    }

    private Mono<Ended> post(Delivery delivery, WebhookRegistration webhook) {
        if (!rules.check(webhook.url()).isEmpty()) {
            return withoutAttempt(delivery, Outcome.BLOCKED);
        }
        Instant attemptedAt = clock.instant();
        long begin = nanos.getAsLong();
        List<String> signing = secrets.inForce(delivery.claim().organisationId(), webhook, attemptedAt);
        Post post = Post.of(URI.create(webhook.url()), delivery, signing, attemptedAt, userAgent);
        Span span = traced(delivery, post);
        return new Exchange(post).over(connections, loops).map(result -> {
            Duration took = Duration.ofNanos(nanos.getAsLong() - begin);
            try {
                return ended(delivery, post, result, attemptedAt, took, span);
            } catch (Throwable e) {
                // The POST may have arrived, so that it must not count as one that was not made.
                log.error("The end of delivery {} is unknown", delivery.claim().deliveryId(), e);
                return Ended.withoutAttempt(delivery.claim(), Outcome.UNKNOWN, attemptedAt.plus(took));
            }
        });
    }

    private Ended ended(
            Delivery delivery, Post post, PostResult result, Instant attemptedAt, Duration took, Span span) {
        duration.record(took);
        if (result.outcome() == Outcome.DISCONNECTED && result.reused()) {
            disconnectedReused.increment();
        }
        latency.record(Duration.between(delivery.receivedAt(), attemptedAt.plus(took)));
        Ended ended = Ended.of(
                delivery.claim(),
                result.outcome(),
                result.status(),
                attemptedAt,
                took.toMillis(),
                attemptedAt.plus(took),
                post.attempt(result));
        span.tag("plugstream.outcome", ended.outcome().wireName()).end();
        return ended;
    }

    /** Begins the attempt's span as a child of the event's, and propagates it to the receiver (W3C Trace Context). */
    private Span traced(Delivery delivery, Post post) {
        Span span = traces.follow(delivery.origin(), "POST webhook", Span.Kind.CLIENT)
                .tag("plugstream.organisation", delivery.claim().organisationId())
                .tag("plugstream.webhook", delivery.claim().webhookId());
        traces.write(span, post.headers()::set);
        return span;
    }

    private Mono<Ended> withoutAttempt(Delivery delivery, Outcome outcome) {
        return Mono.just(Ended.withoutAttempt(delivery.claim(), outcome, clock.instant()));
    }

    /** {@link Exchange#over} turns its failures into results, so this failure happened before anything was sent. */
    private Ended notMade(Delivery delivery, Throwable e) {
        log.error("Delivery {} could not be attempted", delivery.claim().deliveryId(), e);
        return Ended.withoutAttempt(delivery.claim(), Outcome.CONNECT_FAILED, clock.instant());
    }
}
