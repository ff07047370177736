package io.plugstream.api.command;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class TargetTest {

    private static final Target OFFLINE = new Target("CP", null, null);
    private static final Target ONLINE = new Target("CP", UUID.randomUUID(), "ocpp1.6");

    @Test
    void aChargerThatHasJustConnectedIsFound() {
        Iterator<Target> seen = List.of(OFFLINE, OFFLINE, ONLINE).iterator();

        StepVerifier.withVirtualTime(() -> Target.connected(Mono.fromSupplier(seen::next)))
                .thenAwait(Duration.ofMillis(200))
                .expectNext(ONLINE)
                .verifyComplete();
    }

    @Test
    void aConnectedChargerIsFoundAtOnce() {
        StepVerifier.create(Target.connected(Mono.just(ONLINE)))
                .expectNext(ONLINE)
                .verifyComplete();
    }

    @Test
    void aChargerThatStaysOfflineIsFoundAsSuch() {
        StepVerifier.withVirtualTime(() -> Target.connected(Mono.just(OFFLINE)))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(499))
                .thenAwait(Duration.ofMillis(1))
                .expectNext(OFFLINE)
                .verifyComplete();
    }

    @Test
    void anUnknownChargerIsReportedAtOnce() {
        StepVerifier.create(Target.connected(Mono.error(new IllegalStateException("unknown"))))
                .verifyErrorMessage("unknown");
    }
}
