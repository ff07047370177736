package io.plugstream.webhook.deliver;

import static io.plugstream.webhook.deliver.DeliveryQueuesTest.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.trace.Traces;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.match.Subscriptions;
import io.plugstream.webhook.outcome.FailingClock;
import io.plugstream.webhook.sign.SigningSecrets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.util.unit.DataSize;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;

class AttemptsTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    /** Reactor rethrows errors of a class that cannot be loaded, so that no operator sees an end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anErrorBeforeThePostEndsTheDelivery(int failing) {
        Delivery delivery = delivery("acme", "w", 0);
        AtomicBoolean released = new AtomicBoolean();

        Ended ended = attempts(new FailingClock(failing))
                .begin(delivery)
                .doFinally(_ -> released.set(true))
                .block(SOON);

        assertThat(ended).isEqualTo(Ended.withoutAttempt(delivery.claim(), Outcome.CONNECT_FAILED, FailingClock.NOON));
        await().untilTrue(released);
    }

    /** Here by a time of arrival that is too far away for a timer. */
    @Test
    void anErrorAfterThePostLeavesItsEndUnknown() {
        Delivery known = delivery("acme", "w", 0);
        Delivery delivery = new Delivery(0, known.claim(), 0, known.body(), Instant.MIN, known.origin(), null);

        Ended ended = attempts(new FailingClock(9)).begin(delivery).block(SOON);

        assertThat(ended).isNotNull().extracting(Ended::outcome).isEqualTo(Outcome.UNKNOWN);
    }

    private static Attempts attempts(FailingClock clock) {
        WebhookRegistration webhook = new WebhookRegistration(
                "w", Mode.LIVE, "http://127.0.0.1:1/", Set.of(EventType.CHARGER_CONNECTED), true, List.of());
        return new Attempts(
                new Subscriptions(organisation -> new OrganisationWebhooks(organisation, List.of(webhook))),
                new AddressRules(true, true, List.of()),
                HttpClient.create(),
                Schedulers.boundedElastic(),
                new DeliveryProperties(1, 1, 1, DataSize.ofMegabytes(1), Duration.ofSeconds(30), Duration.ZERO),
                new SigningSecrets(new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher()),
                new StaticListableBeanFactory().getBeanProvider(BuildProperties.class),
                new Traces(Tracer.NOOP, Propagator.NOOP, false),
                clock,
                () -> Duration.between(FailingClock.NOON, clock.instant()).toNanos(),
                new SimpleMeterRegistry());
    }
}
