package io.plugstream.plug.listen;

import io.plugstream.plug.api.Api;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** POSTs events like the platform's dispatcher: once each, with a limit of five seconds and no redirects. */
final class Forwarder {

    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONGEST)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final List<URI> addresses;
    private final Signer signer;
    private final String userAgent;
    private final Clock clock;

    Forwarder(URI target, Signer signer, String version, Clock clock) {
        this.addresses = addresses(target);
        this.signer = signer;
        this.userAgent = "Plugstream-Webhooks/" + version;
        this.clock = clock;
    }

    /**
     * The target, and for http://localhost the same on IPv6: Java's client connects to one address of a name only,
     * which is that of IPv4.
     */
    private static List<URI> addresses(URI target) {
        var onIpv6 = URI.create(target.toString().replaceFirst("(?i)^http://localhost(?=[:/?]|$)", "http://[::1]"));
        return Stream.of(target, onIpv6).distinct().toList();
    }

    Forward post(Event event) throws InterruptedException {
        var begin = System.nanoTime();
        var failure = "";
        for (var address : addresses) {
            try {
                return post(event, address, begin);
            } catch (ConnectException e) {
                // Nothing was sent.
                failure = failure.isEmpty() ? Api.inWords(e) : failure;
            }
        }
        return new Forward(null, failure, since(begin));
    }

    /** @throws ConnectException if there was no connection */
    private Forward post(Event event, URI address, long begin) throws ConnectException, InterruptedException {
        var now = clock.instant();
        var body = event.body().getBytes(StandardCharsets.UTF_8);
        var request = HttpRequest.newBuilder(address)
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .header("User-Agent", userAgent)
                .header("webhook-id", event.id())
                .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
                .header("webhook-signature", signer.sign(event.id(), now, body))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        var answer = http.sendAsync(request, BodyHandlers.discarding());
        try {
            // The request's own timeout only covers the time until the response headers.
            var status = answer.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            return new Forward(status, null, since(begin));
        } catch (TimeoutException _) {
            answer.cancel(true);
            return new Forward(null, "timed out", since(begin));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ConnectException refused) {
                throw refused;
            }
            return new Forward(null, reason(e.getCause()), since(begin));
        } catch (InterruptedException e) {
            cancel(answer);
            throw e;
        }
    }

    private static void cancel(CompletableFuture<?> answer) {
        answer.cancel(true);
    }

    private static String reason(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> "failed";
            case HttpTimeoutException _ -> "timed out";
            case IOException broken -> Api.inWords(broken);
            default -> String.valueOf(failure);
        };
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
