package io.plugstream.gateway;

import static io.plugstream.model.command.CommandAction.CHANGE_CONFIGURATION;
import static io.plugstream.model.command.CommandAction.GET_CONFIGURATION;
import static io.plugstream.model.command.CommandAction.RESET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Security profiles 2 and 3 over real TLS. */
class TlsIT {

    private static final List<HttpClient> CLIENTS = new CopyOnWriteArrayList<>();

    @TempDir
    private static Path directory;

    private static Certificates certificates;
    private static final TestTopics topics = SharedGateway.topics();
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        certificates = Certificates.in(directory);
        gateway = start("want");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Not with {@code close}, which would wait for failed connections. */
    @AfterEach
    void endClients() {
        CLIENTS.forEach(HttpClient::shutdownNow);
        CLIENTS.clear();
    }

    @Test
    @OcaCase("TC_086_CSMS")
    @OcaCase("TC_A_04_CSMS")
    void passwordsAreAcceptedOverTls() throws Exception {
        ChargerId id = registered();
        HttpClient client = client(certificates.client());
        try (TestCharger charger = connect(client, gateway, id, ":secret")) {
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
        assertThat(refusal(client, gateway, id, ":wrong")).isEqualTo(401);
        assertThat(refusal(client, gateway, id, "")).isEqualTo(401);
    }

    @Test
    @OcaCase("TC_087_CSMS")
    @OcaCase("TC_A_07_CSMS")
    void certificatesAreAcceptedInsteadOfPasswords() throws Exception {
        ChargerId id = registered();
        HttpClient client = client(certificates.client("CN=" + id.chargeBoxId() + ", O=demo"));
        try (TestCharger charger = connect(client, gateway, id, "")) {
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
        assertThat(refusal(client, gateway, new ChargerId("demo", "nobody"), ""))
                .isEqualTo(404);
    }

    @Test
    @OcaCase("TC_083_CSMS")
    void aChargerMovesFromThePlainPortToTls() throws Exception {
        ChargerId id = registered();
        try (OcaCharger plain = OcaCharger.connect(SharedGateway.gateway(), topics, id, "secret")) {
            plain.isAsked(CHANGE_CONFIGURATION, "{'key':'SecurityProfile','value':'2'}", "{'status':'Accepted'}");
            plain.isAsked(RESET, "{'type':'Hard'}", "{'status':'Accepted'}");
        }
        HttpClient client = client(certificates.client());
        try (OcaCharger secured = new OcaCharger(id, topics, connect(client, gateway, id, ":secret"))) {
            secured.boots();
            secured.isAsked(
                    GET_CONFIGURATION,
                    "{'key':['SecurityProfile']}",
                    "{'configurationKey':[{'key':'SecurityProfile','readonly':false,'value':'2'}]}");
        }
    }

    @Test
    void anotherChargersCertificateIsRefusedEvenWithThePassword() throws Exception {
        ChargerId id = registered();
        for (String subject : new String[] {"CN=other, O=demo", "CN=" + id.chargeBoxId() + ", O=other"}) {
            HttpClient client = client(certificates.client(subject));
            assertThat(refusal(client, gateway, id, ":secret")).isEqualTo(403);
        }
    }

    @Test
    @OcaCase("TC_A_08_CSMS")
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        ChargerId id = registered();
        HttpClient client = client(certificates.impostor("CN=" + id.chargeBoxId() + ", O=demo"));
        assertThat(failure(client, gateway, id, ":secret")).isNotInstanceOf(WebSocketHandshakeException.class);
        assertThat(topics.chargerEvents(id)).isEmpty();
    }

    /** Current clients no longer offer TLS 1.1, so its ClientHello is built here (RFC 4346, 7.4.1.2). */
    @Test
    @OcaCase("TC_A_06_CSMS")
    void anOldTlsVersionIsRefused() throws Exception {
        byte[] hello = ByteBuffer.allocate(56)
                .put(new byte[] {22, 3, 1, 0, 51})
                .put(new byte[] {1, 0, 0, 47})
                .put(new byte[] {3, 2})
                .put(new byte[32])
                .put((byte) 0)
                .put(new byte[] {0, 8, (byte) 0xc0, 0x13, (byte) 0xc0, 0x14, 0, 0x2f, 0, 0x35})
                .put(new byte[] {1, 0})
                .array();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(hello);
            byte[] alert = socket.getInputStream().readNBytes(7);
            assertThat(alert).hasSize(7).startsWith(21).endsWith(2, 70);
        }
    }

    @Test
    void passwordsWithoutACertificateAreRefusedIfCertificatesAreRequired() throws Exception {
        ChargerId id = registered();
        HttpClient with = client(certificates.client("CN=" + id.chargeBoxId() + ", O=demo"));
        HttpClient without = client(certificates.client());
        try (RunningGateway strict = start("need")) {
            awaitCharger(with, strict, id);
            assertThat(failure(without, strict, id, ":secret")).isNotInstanceOf(WebSocketHandshakeException.class);
        }
    }

    @Test
    void passwordsAreRefusedIfOnlyCertificatesAreAccepted() throws Exception {
        ChargerId id = registered();
        HttpClient with = client(certificates.client("CN=" + id.chargeBoxId() + ", O=demo"));
        HttpClient without = client(certificates.client());
        try (RunningGateway strict = start("want", "plugstream.gateway.handshake.security-profiles=3")) {
            awaitCharger(with, strict, id);
            assertThat(refusal(without, strict, id, ":secret")).isEqualTo(403);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> topics.read(Topics.REFUSED_HANDSHAKES, id.organisationId()).stream()
                            .anyMatch(refusal -> id.chargeBoxId().equals(refusal.chargeBoxId())
                                    && refusal.reason() == RefusedHandshake.Reason.TLS));
        }
    }

    @Test
    void managementPortHasNoTls() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> health = client.send(
                    HttpRequest.newBuilder(URI.create(
                                    "http://localhost:" + gateway.managementPort() + "/actuator/health/liveness"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(health.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aRenewedCertificateIsUsedWhileChargersStayConnected() throws Exception {
        ChargerId id = registered();
        HttpClient client = client(certificates.client());
        try (TestCharger charger = connect(client, gateway, id, ":secret")) {
            X509Certificate renewed = certificates.renewServer();

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(served()).isEqualTo(renewed.getSerialNumber()));
            assertThat(charger.call("Heartbeat", "{}")).hasSize(1);
        }
    }

    private static BigInteger served() throws Exception {
        try (SSLSocket socket =
                (SSLSocket) certificates.client().getSocketFactory().createSocket("localhost", gateway.port())) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    private static RunningGateway start(String clientAuth, String... settings) {
        return RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                Stream.of(
                                certificates.bundle("tls"),
                                new String[] {
                                    "spring.ssl.bundle.jks.tls.reload-on-update=true",
                                    "spring.ssl.bundle.watch.file.quiet-period=200ms",
                                    "server.ssl.bundle=tls",
                                    "server.ssl.client-auth=" + clientAuth,
                                    "plugstream.shield.failures-per-minute=1000"
                                },
                                settings)
                        .flatMap(Stream::of)
                        .toArray(String[]::new));
    }

    private static HttpClient client(SSLContext context) {
        HttpClient client = HttpClient.newBuilder().sslContext(context).build();
        CLIENTS.add(client);
        return client;
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        HttpClient client = client(certificates.client());
        await().atMost(Duration.ofSeconds(20)).until(() -> refusal(client, gateway, id, ""), status -> status != 404);
        return id;
    }

    private static void awaitCharger(HttpClient client, RunningGateway at, ChargerId id) {
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            connect(client, at, id, "").close();
            return true;
        });
    }

    private static TestCharger connect(HttpClient client, RunningGateway at, ChargerId id, String password)
            throws Exception {
        String credentials = password.isEmpty() ? "" : id.chargeBoxId() + password;
        return TestCharger.secure(client, at.port(), id.toString(), credentials);
    }

    private static int refusal(HttpClient client, RunningGateway at, ChargerId id, String password) {
        Throwable failure = failure(client, at, id, password);
        assertThat(failure).isInstanceOf(WebSocketHandshakeException.class);
        return ((WebSocketHandshakeException) failure).getResponse().statusCode();
    }

    private static Throwable failure(HttpClient client, RunningGateway at, ChargerId id, String password) {
        Throwable failure = catchThrowable(() -> connect(client, at, id, password));
        return Objects.requireNonNull(Objects.requireNonNull(failure).getCause());
    }
}
