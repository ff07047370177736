package io.plugstream.api.idempotency;

import io.plugstream.api.access.Caller;
import io.plugstream.api.access.Paths;
import io.plugstream.api.http.BufferedRequest;
import io.plugstream.api.http.Fault;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Handles the Idempotency-Key of POSTs. Runs after metering, because a repeated request counts as a call. */
@Component
class IdempotencyFilter implements OrderedFilter {

    private static final String KEY = "Idempotency-Key";
    private static final String REPLAYED = "Idempotent-Replayed";
    private static final int LONGEST_KEY = 255;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /** The longest time that a repeated request waits for the first one's response. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final IdempotencyKeys keys;
    private final FirstRequest firstRequest;

    IdempotencyFilter(IdempotencyKeys keys, FirstRequest firstRequest) {
        this.keys = keys;
        this.firstRequest = firstRequest;
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.IDEMPOTENCY;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!HttpMethod.POST.equals(request.getMethod())
                || !request.getHeaders().containsHeader(KEY)
                || !Paths.ORGANISATION_API.matches(exchange)) {
            return chain.filter(exchange);
        }
        String key = key(request.getHeaders().getOrEmpty(KEY));
        Caller caller = Objects.requireNonNull(Caller.of(exchange));
        return BufferedRequest.read(request)
                .flatMap(body -> respond(
                        new Call(exchange, chain, body),
                        KeyedRequest.of(caller, key, request, body),
                        System.nanoTime() + PATIENCE.toNanos(),
                        FIRST_PAUSE));
    }

    private Mono<Void> respond(Call call, KeyedRequest request, long deadline, Duration pause) {
        return keys.claim(request).flatMap(result -> switch (result) {
            case ClaimResult.First(Claim claim) ->
                firstRequest.perform(call.exchange(), call.chain(), call.body(), claim);
            case ClaimResult.Answered(CompleteResponse response) -> replay(call.exchange(), response);
            case ClaimResult.Different _ ->
                Mono.error(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED).exception());
            case ClaimResult.Lost _ ->
                Mono.error(conflict(
                        "An earlier request with this Idempotency-Key may have taken effect, but its response was lost."
                                + " Check what it changed before you try again with another key."));
            case ClaimResult.Pending _ ->
                System.nanoTime() > deadline
                        ? Mono.error(conflict(
                                        "An earlier request with this Idempotency-Key is still in progress. Try again later.")
                                .header(HttpHeaders.RETRY_AFTER, "1"))
                        : Mono.delay(pause).then(Mono.defer(() -> respond(call, request, deadline, longer(pause))));
        });
    }

    private static Mono<Void> replay(ServerWebExchange exchange, CompleteResponse response) {
        exchange.getResponse().getHeaders().set(REPLAYED, "true");
        return response.writeTo(exchange.getResponse());
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    private static String key(List<String> values) {
        String key = values.size() == 1 ? values.getFirst() : "";
        if (key.isEmpty() || key.length() > LONGEST_KEY || !key.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw Problem.invalid(List.of(new Fault(
                            KEY, "must be given once, with 1 to " + LONGEST_KEY + " printable ASCII characters")))
                    .exception();
        }
        return key;
    }

    private static ProblemException conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail).exception();
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Call(ServerWebExchange exchange, WebFilterChain chain, byte[] body) {}
}
