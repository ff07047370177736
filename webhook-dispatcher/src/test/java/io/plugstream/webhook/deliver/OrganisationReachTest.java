package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OrganisationReachTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final OrganisationReach reach = new OrganisationReach(nanos::get, meters);

    @Test
    void anOrganisationWithADeadEndpointCountsOnceHoweverManyEventsItHas() {
        reach.ended("busy", Outcome.CONNECT_FAILED);
        reach.ended("busy", Outcome.CONNECT_FAILED);
        reach.ended("quiet", Outcome.DELIVERED);

        assertThat(gauge("tried")).isEqualTo(2);
        assertThat(gauge("failing")).isEqualTo(1);
    }

    @Test
    void anOrganisationOfWhichOneEndpointWorksIsReached() {
        reach.ended("acme", Outcome.DELIVERED);
        reach.ended("acme", Outcome.REJECTED);

        assertThat(gauge("failing")).isZero();
    }

    @Test
    void anOrganisationFailsOnceItsLastDeliveryIsLongAgo() {
        reach.ended("acme", Outcome.DELIVERED);
        after(OrganisationReach.RECENT.dividedBy(2));
        reach.ended("acme", Outcome.REJECTED);
        assertThat(gauge("failing")).isZero();

        after(OrganisationReach.RECENT.dividedBy(2));

        assertThat(gauge("failing")).isEqualTo(1);
    }

    @Test
    void aDeliveryThatWasShedDoesNotCount() {
        reach.ended("acme", Outcome.SHED);

        assertThat(gauge("tried")).isZero();
    }

    @Test
    void anOrganisationWithoutEventsDoesNotCount() {
        reach.ended("acme", Outcome.REJECTED);

        after(OrganisationReach.RECENT);

        assertThat(gauge("tried")).isZero();
        assertThat(gauge("failing")).isZero();
    }

    private void after(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private double gauge(String name) {
        return meters.get("plugstream.dispatcher.organisations." + name).gauge().value();
    }
}
