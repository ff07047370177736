package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.Caller.Credential;
import io.plugstream.api.http.ContentionException;
import io.plugstream.api.http.HttpProperties;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class TurnFilterTest {

    private final TurnFilter filter = new TurnFilter(
            new HttpProperties(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60), 2));

    private final List<Request> begun = new CopyOnWriteArrayList<>();

    @Test
    void readsBeyondTheLimitWaitUntilOneOfTheOrganisationsEnds() {
        Request first = new Request("acme", Credential.API_KEY).send();
        Request second = new Request("acme", Credential.API_KEY).send();
        Request third = new Request("acme", Credential.API_KEY).send();
        assertThat(begun).containsExactly(first, second);

        second.end.tryEmitEmpty();

        Awaitility.await().untilAsserted(() -> assertThat(begun).containsExactly(first, second, third));
    }

    @Test
    void otherOrganisationsAndOtherCredentialsDoNotWait() {
        Request one = new Request("acme", Credential.API_KEY).send();
        Request two = new Request("acme", Credential.API_KEY).send();
        Request other = new Request("other", Credential.API_KEY).send();
        Request user = new Request("acme", Credential.ID_TOKEN).send();
        Request page = new Request("acme", Credential.SESSION).send();

        assertThat(begun).containsExactly(one, two, other, user, page);
    }

    @Test
    void aRequestWhoseResponseHasBegunKeepsNoTurn() {
        Request stream = new Request("acme", Credential.API_KEY).send();
        Request slow = new Request("acme", Credential.API_KEY).send();
        Request next = new Request("acme", Credential.API_KEY).send();

        stream.exchange.getResponse().setComplete().block();

        Awaitility.await().untilAsserted(() -> assertThat(begun).containsExactly(stream, slow, next));
        stream.end.tryEmitEmpty();
        Request last = new Request("acme", Credential.API_KEY).send();
        assertThat(begun).as("the end of the stream ends no other turn").doesNotContain(last);
    }

    @Test
    void aRequestWhoseClientLeavesEndsItsTurn() {
        Request left = new Request("acme", Credential.API_KEY).send();
        Request going = new Request("acme", Credential.API_KEY).send();
        Request next = new Request("acme", Credential.API_KEY).send();
        Request leftWhileWaiting = new Request("acme", Credential.API_KEY).send();

        leftWhileWaiting.leave();
        left.leave();

        Awaitility.await().untilAsserted(() -> assertThat(begun).containsExactly(left, going, next));
        next.end.tryEmitEmpty();
        Request last = new Request("acme", Credential.API_KEY).send();
        assertThat(begun).containsExactly(left, going, next, last);
    }

    @Test
    void otherMethodsAndRequestsWithoutACallerNeedNoTurn() {
        for (int number = 0; number < 6; number++) {
            new Request(null, Credential.API_KEY).send();
            new Request(HttpMethod.POST, "acme", Credential.API_KEY).send();
        }

        assertThat(begun).hasSize(12);
    }

    /** A request whose controller is done when {@link #end} completes. */
    private final class Request {

        private final MockServerWebExchange exchange;
        private final Sinks.Empty<Void> end = Sinks.empty();
        private Disposable subscription = () -> {};

        private Request(@Nullable String organisationId, Credential credential) {
            this(HttpMethod.GET, organisationId, credential);
        }

        private Request(HttpMethod method, @Nullable String organisationId, Credential credential) {
            exchange = MockServerWebExchange.from(MockServerHttpRequest.method(method, "/"));
            if (organisationId != null) {
                new Caller(organisationId, Tier.GROWTH, Mode.LIVE, credential, "id", false).setOn(exchange);
            }
        }

        private Request send() {
            subscription = filter.filter(
                            exchange,
                            _ -> Mono.defer(() -> {
                                begun.add(this);
                                return end.asMono();
                            }))
                    // Of requests that still wait when the test has ended.
                    .onErrorComplete(ContentionException.class)
                    .subscribe();
            return this;
        }

        private void leave() {
            subscription.dispose();
        }
    }
}
