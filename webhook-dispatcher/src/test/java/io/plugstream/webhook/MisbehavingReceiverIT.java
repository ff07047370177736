package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.local.process.FreePorts;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Receivers that fail, drip, flood, reset and move. */
class MisbehavingReceiverIT {

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void everyMisbehaviourHasItsOutcomeAndGetsOnePost() throws Exception {
        try (RecordingReceiver elsewhere = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver failing = new RecordingReceiver(RecordingReceiver.status(500));
                RecordingReceiver gone = new RecordingReceiver(RecordingReceiver.status(410));
                RecordingReceiver redirecting =
                        new RecordingReceiver(RecordingReceiver.status(307, "Location: " + elsewhere.url()));
                RecordingReceiver hanging = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read());
                RecordingReceiver dripping = new RecordingReceiver(Misbehaviour::drip);
                RecordingReceiver endless = new RecordingReceiver(Misbehaviour::flood);
                RecordingReceiver inflating = new RecordingReceiver(Misbehaviour::floodCompressed);
                RecordingReceiver resetting = new RecordingReceiver((_, socket) -> RecordingReceiver.reset(socket));
                RecordingReceiver closing = new RecordingReceiver((_, socket) -> socket.close());
                RecordingReceiver breaking = new RecordingReceiver((_, socket) -> {
                    RecordingReceiver.send(
                            socket, "HTTP/1.1 200 RecordingReceiver.OK\r\nContent-Length: 100\r\n\r\nhalf");
                    RecordingReceiver.reset(socket);
                });
                RecordingReceiver noTls = new RecordingReceiver((_, socket) -> socket.close())) {
            String refused = "http://127.0.0.1:" + FreePorts.one() + "/";
            PLATFORM.register(
                    "zoo",
                    TestLog.webhook("zoo-failing", failing.url()),
                    TestLog.webhook("zoo-gone", gone.url()),
                    TestLog.webhook("zoo-redirecting", redirecting.url()),
                    TestLog.webhook("zoo-hanging", hanging.url()),
                    TestLog.webhook("zoo-dripping", dripping.url()),
                    TestLog.webhook("zoo-endless", endless.url()),
                    TestLog.webhook("zoo-inflating", inflating.url()),
                    TestLog.webhook("zoo-resetting", resetting.url()),
                    TestLog.webhook("zoo-closing", closing.url()),
                    TestLog.webhook("zoo-breaking", breaking.url()),
                    TestLog.webhook("zoo-no-tls", noTls.url().replace("http:", "https:")),
                    TestLog.webhook("zoo-refused", refused),
                    TestLog.webhook("zoo-nowhere", "http://does-not-exist.invalid/"),
                    TestLog.webhook("zoo-private", "http://10.0.0.1/"),
                    TestLog.webhook("zoo-metadata", "http://169.254.169.254/"),
                    TestLog.webhook("zoo-odd", "http://0x7f.1/"));
            String id = log.publish(Events.connected("zoo"));

            Map<String, Outcome> expected = new LinkedHashMap<>();
            expected.put("zoo-failing", Outcome.REJECTED);
            expected.put("zoo-gone", Outcome.REJECTED);
            expected.put("zoo-redirecting", Outcome.REJECTED);
            expected.put("zoo-hanging", Outcome.TIMED_OUT);
            expected.put("zoo-dripping", Outcome.TIMED_OUT);
            expected.put("zoo-endless", Outcome.DELIVERED);
            expected.put("zoo-inflating", Outcome.DELIVERED);
            expected.put("zoo-resetting", Outcome.DISCONNECTED);
            expected.put("zoo-closing", Outcome.DISCONNECTED);
            expected.put("zoo-breaking", Outcome.DISCONNECTED);
            expected.put("zoo-no-tls", Outcome.CONNECT_FAILED);
            expected.put("zoo-refused", Outcome.CONNECT_FAILED);
            expected.put("zoo-nowhere", Outcome.CONNECT_FAILED);
            expected.put("zoo-private", Outcome.BLOCKED);
            expected.put("zoo-metadata", Outcome.BLOCKED);
            expected.put("zoo-odd", Outcome.BLOCKED);
            Map<String, Outcome> seen = new LinkedHashMap<>();
            expected.keySet()
                    .forEach(webhook ->
                            seen.put(webhook, PLATFORM.ended(webhook, id).outcome()));
            assertThat(seen).isEqualTo(expected);

            for (RecordingReceiver one : List.of(
                    failing, gone, redirecting, hanging, dripping, endless, inflating, resetting, closing, breaking)) {
                assertThat(one.count(id)).isEqualTo(1);
            }
            assertThat(elsewhere.journal()).isEmpty();
            assertThat(PLATFORM.ended("zoo-hanging", id).durationMs()).isBetween(4_900L, 9_000L);
            assertThat(PLATFORM.ended("zoo-dripping", id).durationMs()).isBetween(4_900L, 9_000L);

            Attempt failed =
                    Objects.requireNonNull(PLATFORM.ended("zoo-failing", id).attempt());
            assertThat(failed.url()).isEqualTo(failing.url());
            assertThat(failed.headers()).containsEntry("webhook-id", id).containsKey("webhook-timestamp");
            assertThat(failed.body()).startsWith("{\"event\":\"charger.connected\"");
            assertThat(answer("zoo-endless", id))
                    .hasSizeLessThanOrEqualTo(1_024)
                    .isNotEmpty();
            assertThat(answer("zoo-breaking", id)).isEqualTo("half");
            assertThat(answer("zoo-hanging", id)).isNull();
            assertThat(fault("zoo-refused", id)).isEqualTo(ConnectionFault.REFUSED);
            assertThat(fault("zoo-nowhere", id)).isEqualTo(ConnectionFault.NAME_NOT_RESOLVED);
            // Closed without a TLS alert, as a firewall may also do.
            assertThat(fault("zoo-no-tls", id)).isNull();
            assertThat(fault("zoo-hanging", id)).isNull();
            assertThat(PLATFORM.ended("zoo-private", id).attempt()).isNull();
            await().until(() -> PLATFORM.gauge("plugstream.dispatcher.organisations.tried") >= 1);
        }
    }

    private static @Nullable String answer(String webhook, String id) {
        return Objects.requireNonNull(PLATFORM.ended(webhook, id).attempt()).answer();
    }

    private static @Nullable ConnectionFault fault(String webhook, String id) {
        return Objects.requireNonNull(PLATFORM.ended(webhook, id).attempt()).fault();
    }

    @Test
    void aResetOnAPooledConnectionIsNotTriedAgain() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver((request, socket) -> {
            if (request.onConnection() == 1) {
                RecordingReceiver.OK.answer(request, socket);
            } else {
                RecordingReceiver.reset(socket);
            }
        })) {
            double before = PLATFORM.count("plugstream.dispatcher.disconnected.reused");
            PLATFORM.register("pooled", TestLog.webhook("pooled", receiver.url()));
            assertThat(PLATFORM.ended("pooled", log.publish(Events.connected("pooled")))
                            .outcome())
                    .isEqualTo(Outcome.DELIVERED);

            String second = log.publish(Events.connected("pooled"));

            assertThat(PLATFORM.ended("pooled", second).outcome()).isEqualTo(Outcome.DISCONNECTED);
            assertThat(PLATFORM.count("plugstream.dispatcher.disconnected.reused"))
                    .isEqualTo(before + 1);
            assertThat(receiver.journal())
                    .hasSize(2)
                    .last()
                    .satisfies(request -> assertThat(request.onConnection()).isEqualTo(2));
        }
    }

    /** Acts like a server that closes connections idle for 2.5 s, at the moment of the next request. */
    @Test
    void aConnectionThatHasBeenIdleIsNotUsedAgain() throws Exception {
        Map<Socket, Instant> answered = new ConcurrentHashMap<>();
        try (RecordingReceiver receiver = new RecordingReceiver((request, socket) -> {
            Instant last = answered.put(socket, request.at());
            if (last != null && last.plusMillis(2_500).isBefore(request.at())) {
                RecordingReceiver.reset(socket);
            } else {
                RecordingReceiver.OK.answer(request, socket);
            }
        })) {
            PLATFORM.register("idle", TestLog.webhook("idle", receiver.url()));
            String first = log.publish(Events.connected("idle"));
            assertThat(PLATFORM.ended("idle", first).outcome()).isEqualTo(Outcome.DELIVERED);
            Instant idleSince = Instant.now();
            await().until(() -> idleSince.plusSeconds(3).isBefore(Instant.now()));

            String second = log.publish(Events.connected("idle"));

            assertThat(PLATFORM.ended("idle", second).outcome()).isEqualTo(Outcome.DELIVERED);
        }
    }

    @Test
    void aHandshakeThatNeverEndsIsTimedOutAndNamesTheHost() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout(20_000);
            RebindableNames.bind("silent.example", "127.0.0.1");
            PLATFORM.register(
                    "silent", TestLog.webhook("silent", "https://silent.example:" + silent.getLocalPort() + "/"));
            String id = log.publish(Events.connected("silent"));

            try (Socket socket = silent.accept()) {
                assertThat(firstTlsRecord(socket)).contains("silent.example");
                assertThat(PLATFORM.ended("silent", id).outcome()).isEqualTo(Outcome.TIMED_OUT);
                assertThat(fault("silent", id)).isEqualTo(ConnectionFault.NO_ANSWER);
            }
        }
    }

    @Test
    void aCookieIsNotKept() throws Exception {
        try (RecordingReceiver receiver =
                new RecordingReceiver(RecordingReceiver.status(200, "Set-Cookie: session=1; Path=/"))) {
            PLATFORM.register("cookie", TestLog.webhook("cookie", receiver.url()));
            PLATFORM.ended("cookie", log.publish(Events.connected("cookie")));
            PLATFORM.ended("cookie", log.publish(Events.connected("cookie")));

            assertThat(receiver.journal())
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.headers()).doesNotContainKey("cookie"));
        }
    }

    @Test
    void aNameThatIsReboundBetweenTwoAttemptsIsBlocked() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) -> {
            RecordingReceiver.write(socket, 200, "ok", "Connection: close");
            socket.close();
        })) {
            String url = receiver.url().replace("127.0.0.1", "rebound.example");
            PLATFORM.register("rebound", TestLog.webhook("rebound", url));
            RebindableNames.bind("rebound.example", "127.0.0.1");
            assertThat(PLATFORM.ended("rebound", log.publish(Events.connected("rebound")))
                            .outcome())
                    .isEqualTo(Outcome.DELIVERED);

            RebindableNames.bind("rebound.example", "169.254.169.254");
            assertThat(PLATFORM.ended("rebound", log.publish(Events.connected("rebound")))
                            .outcome())
                    .isEqualTo(Outcome.BLOCKED);

            assertThat(receiver.journal())
                    .hasSize(1)
                    .first()
                    .satisfies(
                            request -> assertThat(request.headers().get("host")).startsWith("rebound.example:"));
        }
    }

    /** The record as single-byte characters, in which names are readable. */
    private static String firstTlsRecord(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(3);
        return new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.ISO_8859_1);
    }
}
