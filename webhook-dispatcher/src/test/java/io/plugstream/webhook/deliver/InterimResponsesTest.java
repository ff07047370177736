package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.address.AddressRules;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.Events;
import io.plugstream.webhook.RecordingReceiver;
import io.plugstream.webhook.address.FilteringResolverGroup;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Receivers on plain sockets that send other responses before the final one, or none. */
class InterimResponsesTest {

    private static final String HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final ClientConfiguration configuration = new ClientConfiguration();
    private final ConnectionProvider pool = configuration.webhookConnectionPool();
    private final LoopResources loops = configuration.webhookLoops();
    private final FilteringResolverGroup resolver =
            configuration.webhookResolver(configuration.webhookNames(), new AddressRules(true, true, List.of()));
    private final HttpClient client = configuration.webhookConnections(pool, loops, resolver);

    @AfterEach
    void close() {
        pool.dispose();
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(1)).subscribe();
        resolver.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HINTS,
                "HTTP/1.1 102 Processing\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 102 Processing\r\n\r\n" + HINTS + HINTS + "HTTP/1.1 199 Odd\r\n\r\n"
            })
    void theFinalResponseCountsAndTheConnectionIsUsedAgain(String interim) throws IOException {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) -> {
            RecordingReceiver.send(socket, interim);
            RecordingReceiver.send(socket, OK);
        })) {
            // A connection returns to the pool a moment after its response.
            await().until(() -> {
                PostResult result = post(receiver);
                assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
                assertThat(result.status()).isEqualTo(200);
                assertThat(result.answer()).isEqualTo("ok");
                return result.reused();
            });
        }
    }

    @Test
    void aFinalResponseInTheSamePacketCounts() throws IOException {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) ->
                RecordingReceiver.send(socket, HINTS + "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy"))) {
            PostResult result = post(receiver);

            assertThat(result.outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.answer()).isEqualTo("busy");
        }
    }

    @Test
    void switchingProtocolsIsFinal() throws IOException {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) -> RecordingReceiver.send(
                socket, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"))) {
            PostResult result = post(receiver);

            assertThat(result.outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(result.status()).isEqualTo(101);
        }
    }

    @Test
    void aReceiverThatSendsOnlyInterimResponsesIsDisconnected() throws IOException {
        try (RecordingReceiver receiver =
                new RecordingReceiver((_, socket) -> RecordingReceiver.send(socket, HINTS.repeat(1_000)))) {
            PostResult result = post(receiver);

            assertThat(result.outcome()).isEqualTo(Outcome.DISCONNECTED);
            assertThat(result.status()).isNull();
            assertThat(post(receiver).reused()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "99", "1000", "2147483647"})
    void aNumberThatIsNoStatusIsNotReported(String code) throws IOException {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) ->
                RecordingReceiver.send(socket, "HTTP/1.1 " + code + " Odd\r\nContent-Length: 2\r\n\r\nok"))) {
            PostResult result = post(receiver);

            assertThat(result.outcome()).isEqualTo(Outcome.DISCONNECTED);
            assertThat(result.status()).isNull();
        }
    }

    private PostResult post(RecordingReceiver receiver) {
        Post post = new Post(
                URI.create(receiver.url()),
                new HttpHeaders(),
                EventBody.of(Events.connected("acme").envelope()));
        return Objects.requireNonNull(new Exchange(post)
                .over(client, configuration.webhookScheduler(loops))
                .block(Duration.ofSeconds(20)));
    }
}
