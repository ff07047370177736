package io.plugstream.webhook.deliver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.util.AttributeKey;
import io.plugstream.base.Causes;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.address.AddressNotAllowedException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.ByteBufFlux;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;

/** One request and its answer. Remembers its progress, which decides the outcome of a failure. */
final class Exchange {

    private static final int MOST_READ = 64 * 1024;
    /**
     * What a part of an answer counts at least, because each costs time on an event loop. An answer that drips a part
     * every 5 ms still times out.
     */
    private static final int LEAST_PART = 64;

    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 999;
    private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(Exchange.class, "used");

    private final Post post;
    private final AtomicReference<Progress> progress = new AtomicReference<>(Progress.CONNECTING);
    private volatile boolean reused;
    private volatile @Nullable Integer status;
    private final Excerpt answer = new Excerpt(Attempt.MOST_OF_ANSWER);

    Exchange(Post post) {
        this.post = post;
    }

    /**
     * Sends when subscribed to, which must happen only once and starts the time limit; never emits an error.
     * {@code clock} runs the timeout.
     */
    Mono<PostResult> over(HttpClient http, Scheduler clock) {
        return http.post()
                .uri(post.uri())
                .send(this::write)
                .response(this::read)
                .then()
                .timeout(DeliveryProperties.ATTEMPT, clock)
                .then(Mono.fromSupplier(this::answered))
                .onErrorResume(failure -> Mono.just(failed(failure)));
    }

    /** Called once the connection is open, including TLS. Sends nothing if that was too late. */
    private Publisher<Void> write(HttpClientRequest request, NettyOutbound outbound) {
        if (!progress.compareAndSet(Progress.CONNECTING, Progress.SENDING)) {
            return Mono.error(new TimeoutException());
        }
        outbound.withConnection(
                connection -> reused = connection.channel().attr(USED).getAndSet(true) != null);
        post.headers().forEach(request.requestHeaders()::set);
        return outbound.sendObject(Unpooled.wrappedBuffer(post.body().bytes()));
    }

    /**
     * Reads the answer, so that the connection can be reused; a longer answer is cut off after {@link #MOST_READ}
     * bytes, or earlier if it comes in tiny parts.
     */
    Publisher<Integer> read(HttpClientResponse response, ByteBufFlux body) {
        int code = response.status().code();
        if (code < LOWEST_STATUS || code > HIGHEST_STATUS) {
            return Mono.error(new ProtocolException("no HTTP status: " + code));
        }
        status = code;
        return body.map(this::take).scan(0, Integer::sum).takeUntil(total -> total >= MOST_READ);
    }

    /** Keeps the beginning of the answer, and returns what this part counts. */
    private int take(ByteBuf part) {
        if (!answer.isFull()) {
            for (ByteBuffer buffer : part.nioBuffers()) {
                answer.add(buffer);
            }
        }
        return Math.max(LEAST_PART, part.readableBytes());
    }

    private PostResult answered() {
        Integer code = status;
        boolean success = code != null && code >= 200 && code < 300;
        return result(success ? Outcome.DELIVERED : Outcome.REJECTED);
    }

    private PostResult failed(Throwable failure) {
        boolean sent = !progress.compareAndSet(Progress.CONNECTING, Progress.GIVEN_UP);
        if (failure instanceof TimeoutException) {
            return sent ? result(Outcome.TIMED_OUT) : unsent(Outcome.TIMED_OUT, ConnectionFault.NO_ANSWER);
        }
        if (Causes.of(failure).anyMatch(AddressNotAllowedException.class::isInstance)) {
            return unsent(Outcome.BLOCKED, null);
        }
        return sent ? result(Outcome.DISCONNECTED) : unsent(Outcome.CONNECT_FAILED, fault(failure));
    }

    private PostResult unsent(Outcome outcome, @Nullable ConnectionFault fault) {
        return new PostResult(outcome, reused, null, null, fault);
    }

    private PostResult result(Outcome outcome) {
        Integer code = status;
        return new PostResult(outcome, reused, code, code == null ? null : answer.text(), null);
    }

    /** Why the connection failed; null if {@code failure} does not show it. */
    static @Nullable ConnectionFault fault(Throwable failure) {
        return Causes.of(failure)
                .map(Exchange::faultOf)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable ConnectionFault faultOf(Throwable failure) {
        return switch (failure) {
            case UnknownHostException unknown ->
                saysNoSuchName(unknown.getCause()) ? ConnectionFault.NAME_NOT_FOUND : ConnectionFault.NAME_NOT_RESOLVED;
            case SSLException _ -> ConnectionFault.TLS;
            case ConnectException _ -> ConnectionFault.REFUSED;
            default -> null;
        };
    }

    /** Only NXDOMAIN does. Otherwise, name servers may have failed, perhaps our own. */
    private static boolean saysNoSuchName(@Nullable Throwable cause) {
        return cause instanceof DnsErrorCauseException answer
                && answer.getCode().equals(DnsResponseCode.NXDOMAIN);
    }

    private enum Progress {
        CONNECTING,
        SENDING,
        /** It failed before the request began. */
        GIVEN_UP
    }
}
