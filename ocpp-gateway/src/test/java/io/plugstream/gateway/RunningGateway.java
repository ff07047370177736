package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The gateway in this JVM, on free ports. */
final class RunningGateway implements AutoCloseable {

    /** Statuses while the gateway reads its tables, and while they do not contain a registration. */
    private static final Set<Integer> NOT_YET = Set.of(503, 404);

    private final ConfigurableApplicationContext context;

    private RunningGateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningGateway start(String kafka, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--management.server.port=0",
                "--spring.kafka.bootstrap-servers=" + kafka,
                "--plugstream.instance=gateway-" + UUID.randomUUID(),
                "--logging.structured.format.console="));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        SpringApplication application = new SpringApplication(GatewayApplication.class);
        application.setRegisterShutdownHook(false);
        return new RunningGateway(application.run(arguments.toArray(String[]::new)));
    }

    /** Connects a charger whose password is {@code secret}. */
    TestCharger connect(ChargerId id) throws Exception {
        return TestCharger.connect(port(), id.organisationId(), id.chargeBoxId(), "secret");
    }

    /** Waits until this gateway knows the charger: then a handshake fails only because it has no password. */
    void awaitKnown(ChargerId id) {
        String path = id.organisationId()
                + '/'
                + URLEncoder.encode(id.chargeBoxId(), StandardCharsets.UTF_8).replace("+", "%20");
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !NOT_YET.contains(refusal(path, "").statusCode()));
    }

    /** Waits until this gateway records the connection of a charger that it knows, and its messages. */
    void awaitServed(ChargerId id) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> isServed(id));
    }

    private boolean isServed(ChargerId id) throws Exception {
        try (TestCharger charger = connect(id)) {
            return charger.exchange(
                                    "StatusNotification",
                                    "{'connectorId':1,'errorCode':'NoError','status':'Available'}")
                            .get(0)
                            .intValue()
                    == 3;
        }
    }

    /** The response that refuses a handshake. */
    HttpResponse<?> refusal(String path, String credentials) {
        Throwable failure =
                catchThrowable(() -> TestCharger.open(new WebSocket.Listener() {}, port(), path, credentials, "ocpp1.6")
                        .get());
        assertThat(failure)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
        return ((WebSocketHandshakeException) Objects.requireNonNull(failure.getCause())).getResponse();
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
