package io.plugstream.benchmark.platform;

import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Member.Registered;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** The services, and organisations that are registered over their API. */
public final class Site implements AutoCloseable {

    private static final String GATEWAY = "ocpp-gateway";
    private static final List<String> SERVICES = List.of("quota-service", GATEWAY, "webhook-dispatcher", "api-service");

    private static final Pattern CONNECTED =
            Pattern.compile("^plugstream_gateway_connected_chargers\\{[^}]*} (\\S+)$", Pattern.MULTILINE);

    private final Platform platform;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Map<String, ServiceProcess> processes = new HashMap<>();
    private final List<Integer> gatewayPorts = new ArrayList<>();

    private Site(Platform platform) {
        this.platform = platform;
    }

    /**
     * Starts the four services from the jars below {@code home}.
     *
     * @param jvm more options for the JVM of each; {@code {service}} in one is the service's name
     */
    public static Site start(Stage stage, Path home, List<String> jvm) throws InterruptedException {
        return start(stage, home, jvm, 1);
    }

    /** The same with {@code each} gateways and dispatchers. */
    public static Site start(Stage stage, Path home, List<String> jvm, int each) throws InterruptedException {
        Site site = new Site(Platform.start(stage));
        for (String service : SERVICES) {
            site.start(stage, home, service, service, jvm);
        }
        for (int number = 2; number <= each; number++) {
            site.start(stage, home, GATEWAY, GATEWAY + '-' + number, jvm);
            site.start(stage, home, "webhook-dispatcher", "webhook-dispatcher-" + number, jvm);
        }
        return site;
    }

    private void start(Stage stage, Path home, String service, String name, List<String> jvm)
            throws InterruptedException {
        Map<String, String> own = platform.settings(service);
        settings.put(name, own);
        if (service.equals(GATEWAY)) {
            gatewayPorts.add(Integer.valueOf(setting(name, "SERVER_PORT")));
        }
        processes.put(name, stage.start(home, service, name, own, jvm));
    }

    public HttpClient http() {
        return http;
    }

    public PostgresServer database() {
        return platform.database();
    }

    public int apiPort() {
        return Integer.parseInt(setting("api-service", "SERVER_PORT"));
    }

    /** The port for chargers at the first gateway. */
    public int gatewayPort() {
        return gatewayPort(0);
    }

    /** The port for the charger with this number; gateways in turn. */
    public int gatewayPort(int charger) {
        return gatewayPorts.get(charger % gatewayPorts.size());
    }

    /** The settings of a sandbox that runs with the services. */
    public Map<String, String> sandbox() {
        Map<String, String> own = platform.settings("sandbox");
        own.put("PLUGSTREAM_SIMULATION_GATEWAY", "ws://localhost:" + gatewayPort() + "/ocpp");
        return own;
    }

    /** Kills the gateway, like a crash. */
    public void killGateway() {
        gateway().running().orElseThrow().destroyForcibly();
    }

    /** Restarts the gateway without waiting for it. */
    public void startGateway() {
        gateway().start();
    }

    private ServiceProcess gateway() {
        return Objects.requireNonNull(processes.get(GATEWAY));
    }

    /** The number of chargers connected to the first gateway, from its metrics. */
    public int connectedChargers() throws IOException, InterruptedException {
        int port = gateway().managementPort();
        URI metrics = URI.create("http://localhost:" + port + "/actuator/prometheus");
        String text = http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();
        return CONNECTED
                .matcher(text)
                .results()
                .mapToInt(found -> (int) Double.parseDouble(found.group(1)))
                .sum();
    }

    /** Creates an organisation of that tier with a live key and this number of chargers. */
    public Member member(String organisation, Tier tier, int chargers) throws IOException, InterruptedException {
        return member(organisation, tier, chargers, "live");
    }

    /** The same with a test key; the sandbox simulates its chargers. */
    public Member testMember(String organisation, Tier tier, int chargers) throws IOException, InterruptedException {
        return member(organisation, tier, chargers, "test");
    }

    private Member member(String organisation, Tier tier, int chargers, String mode)
            throws IOException, InterruptedException {
        String changed = Json.mapper().writeValueAsString(Map.of("name", organisation, "tier", tier.wireName()));
        expect(
                200,
                request("/admin/v1/organisations/" + organisation)
                        .header("Authorization", bearer(organisation, "&role=operator"))
                        .PUT(BodyPublishers.ofString(changed)));
        String wish = Json.mapper().writeValueAsString(Map.of("name", "benchmark", "mode", mode));
        String key = expect(
                        201,
                        request("/api/v1/auth/api-keys")
                                .header("Authorization", bearer(organisation, ""))
                                .POST(BodyPublishers.ofString(wish)))
                .path("key")
                .stringValue();
        List<Map<String, String>> wanted = IntStream.range(0, chargers)
                .mapToObj(number -> Map.of("chargeBoxId", "CP-" + number))
                .toList();
        JsonNode registered = expect(
                200,
                keyed(key, "/api/v1/chargers/batch")
                        .POST(BodyPublishers.ofString(Json.mapper().writeValueAsString(Map.of("chargers", wanted)))));
        return new Member(
                organisation,
                key,
                registered
                        .path("chargers")
                        .valueStream()
                        .map(charger -> new Registered(
                                charger.path("chargeBoxId").stringValue(),
                                charger.path("password").stringValue()))
                        .toList());
    }

    /** Registers a webhook for these events. */
    public void webhook(Member member, String url, List<EventType> events) throws IOException, InterruptedException {
        Map<String, Object> webhook = Map.of(
                "url", url, "events", events.stream().map(EventType::wireName).toList());
        expect(
                201,
                keyed(member.key(), "/api/v1/webhooks")
                        .POST(BodyPublishers.ofString(Json.mapper().writeValueAsString(webhook))));
    }

    /** Makes a test charger perform an action. */
    public void act(Member member, String chargeBoxId, String action) throws IOException, InterruptedException {
        expect(
                202,
                keyed(member.key(), "/api/v1/sandbox/chargers/" + chargeBoxId + "/actions")
                        .POST(BodyPublishers.ofString(Json.mapper().writeValueAsString(Map.of("action", action)))));
    }

    public HttpRequest.Builder keyed(String key, String path) {
        return request(path).header("X-API-Key", key);
    }

    /**
     * Sends each request when it is due, and waits for missing answers as {@link Run#drive} does.
     *
     * @param expected the status of answers that arrive for {@code run}
     * @return how often there was which other status, or failure
     */
    public Map<String, LongAdder> ask(Run run, IntFunction<HttpRequest> requests, int expected, Duration timeout)
            throws InterruptedException {
        Map<String, LongAdder> others = new ConcurrentSkipListMap<>();
        run.drive(
                index -> {
                    var _ = http.sendAsync(requests.apply(index), BodyHandlers.discarding())
                            .whenComplete((answer, failure) -> {
                                if (failure == null && answer.statusCode() == expected) {
                                    run.arrived(index);
                                } else {
                                    String other = failure == null
                                            ? Integer.toString(answer.statusCode())
                                            : failure.toString();
                                    others.computeIfAbsent(other, _ -> new LongAdder())
                                            .increment();
                                }
                            });
                },
                timeout);
        return others;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + apiPort() + path))
                .header("Content-Type", "application/json");
    }

    private String bearer(String organisation, String more) throws IOException, InterruptedException {
        String issuer = setting("api-service", "PLUGSTREAM_IDENTITY_ISSUER");
        URI token = URI.create(issuer + "/token?org=" + organisation + "&user=benchmark" + more);
        return "Bearer "
                + http.send(HttpRequest.newBuilder(token).build(), BodyHandlers.ofString())
                        .body();
    }

    private JsonNode expect(int status, HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != status) {
            throw new IllegalStateException(
                    response.uri() + " was answered " + response.statusCode() + ": " + response.body());
        }
        return Json.mapper().readTree(response.body());
    }

    private String setting(String service, String name) {
        return Objects.requireNonNull(
                Objects.requireNonNull(settings.get(service)).get(name));
    }

    @Override
    public void close() {
        // Only this ends event streams.
        http.shutdownNow();
        platform.close();
    }
}
