package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A client that does not go on is not waited for. */
@ExtendWith(OutputCaptureExtension.class)
class SlowClientsIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String DOCUMENT = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static ApiReplica replica;

    @BeforeAll
    static void start() {
        replica = ApiReplica.ready(
                "--plugstream.quota.silence=3s",
                "--plugstream.quota.partial-silence=3s",
                "--plugstream.quota.patience=10s",
                "--plugstream.http.header-timeout=2s",
                "--plugstream.http.body-timeout=2s",
                "--plugstream.http.idle-timeout=3s",
                "--plugstream.live.heartbeat=500ms");
    }

    @AfterAll
    static void stop() {
        replica.close();
    }

    @Test
    void slowHeadersCloseTheConnection() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n");
            assertEndsThough(socket, "X-Drip: 1\r\n");
        }
    }

    @Test
    void slowHeadersOfALaterRequestCloseTheConnection() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /problems/not-found HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(reader(socket).readLine()).contains("200");
            send(socket, "GET /problems/not-found HTTP/1.1\r\nHost: localhost\r\n");
            assertEndsThough(socket, "X-Drip: 1\r\n");
        }
    }

    @Test
    void aSlowBodyIsAnswered408WithoutAnErrorInTheLog(CapturedOutput log) throws IOException {
        Tenant tenant = Tenant.of(replica, Tier.SCALE);
        String token = Platform.get().tokens().token(tenant.id());
        try (Socket socket = connect()) {
            send(
                    socket,
                    "POST /api/v1/chargers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                            + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
            String answer = assertEndsThough(socket, " ");
            assertThat(answer).startsWith("HTTP/1.1 408").contains("request-timeout");
        }
        assertThat(log.getAll()).doesNotContain("ERROR");
    }

    @Test
    void aSlowBodyAfterAnEarlyResponseClosesTheConnection() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "POST /api/v1/chargers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{");
            assertThat(assertEndsThough(socket, " ")).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void aConnectionWithoutARequestIsClosed() throws IOException {
        try (Socket socket = connect()) {
            assertThat(readToTheEnd(socket)).isEmpty();
        }
    }

    @Test
    void aClientThatDoesNotReadItsAnswersIsDisconnected() throws IOException {
        try (Socket socket = new Socket()) {
            // The answers are larger than all buffers of the two sockets.
            socket.setReceiveBufferSize(8_192);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), replica.port()));
            send(socket, DOCUMENT.repeat(200));
            // Further requests prove that the connection is not closed because it is idle.
            Awaitility.await("the connection ends")
                    .atMost(SOON)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> isRefused(socket, DOCUMENT));
        }
    }

    private static boolean isRefused(Socket socket, String request) throws IOException {
        try {
            send(socket, request);
            return false;
        } catch (SocketException _) {
            return true;
        }
    }

    @Test
    void anEventStreamIsNotDisconnectedAsASlowClient() throws IOException {
        String token = Platform.get().tokens().token("org-" + UUID.randomUUID());
        try (Socket socket = connect()) {
            send(
                    socket,
                    "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n");
            BufferedReader lines = reader(socket);
            long began = System.nanoTime();
            while (System.nanoTime() - began < Duration.ofSeconds(6).toNanos()) {
                assertThat(lines.readLine()).isNotNull();
            }
        }
    }

    /** Sends {@code drop} every now and then until the server closes the connection; answers what it said. */
    private static String assertEndsThough(Socket socket, String drop) {
        StringBuilder answer = new StringBuilder();
        Awaitility.await("the connection ends")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> isEnded(socket, drop, answer));
        return answer.toString();
    }

    private static boolean isEnded(Socket socket, String drop, StringBuilder answer) throws IOException {
        socket.setSoTimeout(50);
        try {
            byte[] bytes = new byte[8_192];
            int length = socket.getInputStream().read(bytes);
            if (length < 0) {
                return true;
            }
            answer.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        } catch (SocketTimeoutException _) {
            send(socket, drop);
        } catch (SocketException _) {
            return true;
        }
        return false;
    }

    private static String readToTheEnd(Socket socket) throws IOException {
        socket.setSoTimeout(Math.toIntExact(SOON.toMillis()));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        socket.setSoTimeout(Math.toIntExact(SOON.toMillis()));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), replica.port());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
