package io.plugstream.local.demo;

import io.plugstream.local.demo.PublicApi.Credential;
import io.plugstream.local.demo.PublicApi.Response;
import io.plugstream.model.event.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Sets up organisation {@code demo} for the demonstration, or reuses the setup of an earlier start. A run without the
 * demonstration pauses its webhook.
 */
final class DemoSetup {
    private static final String ORGANISATION = "demo";
    private static final String CHARGERS_PATH = "/api/v1/chargers";
    private static final String WEBHOOKS = "/api/v1/webhooks";

    /** The protocols of the test chargers, by their ids. */
    static final Map<String, String> CHARGERS =
            new TreeMap<>(Map.of("demo-charger", "ocpp1.6", "demo-station", "ocpp2.0.1"));

    private static final int CONFLICT = 409;
    private static final int TOO_MANY_CALLS = 429;
    /** The webhook may be gone. */
    private static final Set<Integer> KEY_WORKS = Set.of(200, 404, TOO_MANY_CALLS);

    private static final int METER_INTERVAL_SECONDS = 3;
    private static final int POWER_W = 150_000;
    private static final int SECRET_BYTES = 32;

    private final PublicApi api;
    private final Path file;
    private final String webhookUrl;

    DemoSetup(PublicApi api, Path file, String webhookUrl) {
        this.api = api;
        this.file = file;
        this.webhookUrl = webhookUrl;
    }

    DemoState prepare() throws IOException, InterruptedException {
        var operator = Credential.token(api.token("org=%s&user=operator&role=operator".formatted(ORGANISATION)));
        api.expect(
                200,
                "PUT",
                "/admin/v1/organisations/" + ORGANISATION,
                operator,
                Map.of("name", "Demo", "tier", "Growth"));
        var kept = DemoState.read(file);
        if (kept.isPresent() && isStillThere(kept.get())) {
            restore(kept.get());
            return kept.get();
        }
        var state = setUp();
        state.write(file);
        return state;
    }

    /** Pauses the webhook of an earlier start. Returns its key if it still works. */
    Optional<String> pause() throws IOException, InterruptedException {
        var kept = DemoState.read(file);
        if (kept.isPresent() && KEY_WORKS.contains(activate(kept.get(), false).status())) {
            return Optional.of(kept.get().apiKey());
        }
        return Optional.empty();
    }

    /**
     * The user may have given the webhook a new secret; the API does not show the present one. A run without the
     * demonstration may have paused it.
     */
    private void restore(DemoState state) throws IOException, InterruptedException {
        var path = WEBHOOKS + '/' + state.webhookId() + "/secret";
        var secret = Map.<String, Object>of("secret", state.webhookSecret());
        accept("POST", path, api.call("POST", path, Credential.apiKey(state.apiKey()), secret));
        accept("PATCH", WEBHOOKS + '/' + state.webhookId(), activate(state, true));
    }

    private Response activate(DemoState state, boolean active) throws IOException, InterruptedException {
        var path = WEBHOOKS + '/' + state.webhookId();
        return api.call("PATCH", path, Credential.apiKey(state.apiKey()), Map.of("active", active));
    }

    private static void accept(String method, String path, Response response) {
        if (response.status() != 200 && response.status() != TOO_MANY_CALLS) {
            throw PublicApi.unexpected(method, path, response);
        }
    }

    /** Status 429 (daily allowance used up) counts as still set up. */
    private boolean isStillThere(DemoState state) throws IOException, InterruptedException {
        var webhooks = api.call("GET", WEBHOOKS, Credential.apiKey(state.apiKey()), null);
        return webhooks.status() == TOO_MANY_CALLS
                || (webhooks.status() == 200
                        && idsOfOurWebhooks(webhooks.json()).contains(state.webhookId()));
    }

    private List<String> idsOfOurWebhooks(JsonNode answer) {
        return answer.path("webhooks")
                .valueStream()
                .filter(webhook -> webhook.path("url").asString("").equals(webhookUrl))
                .map(webhook -> webhook.path("id").asString(""))
                .toList();
    }

    private DemoState setUp() throws IOException, InterruptedException {
        var token = Credential.token(api.token("org=%s&user=demo".formatted(ORGANISATION)));
        var key = api.expect(
                        201, "POST", "/api/v1/auth/api-keys", token, Map.of("name", "Demonstration", "mode", "test"))
                .path("key")
                .asString();
        var credential = Credential.apiKey(key);
        // One of a setup that was not finished has an unknown secret: its deliveries would look forged.
        for (var id : idsOfOurWebhooks(api.expect(200, "GET", WEBHOOKS, credential, null))) {
            var _ = api.expect(200, "DELETE", WEBHOOKS + '/' + id, credential, null);
        }
        var secret = newSecret();
        var webhook = api.expect(
                201, "POST", WEBHOOKS, credential, Map.of("url", webhookUrl, "events", events(), "secret", secret));
        return new DemoState(key, webhook.path("id").asString(), secret);
    }

    /** Registers the chargers that are missing, as far as there is room beside the user's test chargers. */
    List<String> chargers(Credential credential) throws IOException, InterruptedException {
        var registered = new ArrayList<String>();
        for (var charger : CHARGERS.entrySet()) {
            if (isThere(credential, charger.getKey(), charger.getValue())) {
                registered.add(charger.getKey());
            }
        }
        return registered;
    }

    /** A charger with another protocol was registered by a setup that was not finished. */
    private boolean isThere(Credential credential, String chargeBoxId, String protocol)
            throws IOException, InterruptedException {
        var known = api.call("GET", sandbox(chargeBoxId), credential, null);
        if (known.status() == TOO_MANY_CALLS) {
            return true;
        }
        if (known.status() == 200) {
            if (!protocol.equals(known.json().path("protocol").asString(""))) {
                configure(credential, chargeBoxId, protocol);
            }
            return true;
        }
        var charger = Map.<String, Object>of("chargeBoxId", chargeBoxId, "name", "Demonstration charger");
        if (api.call("POST", CHARGERS_PATH, credential, charger).status() == CONFLICT) {
            return false;
        }
        configure(credential, chargeBoxId, protocol);
        return true;
    }

    private void configure(Credential credential, String chargeBoxId, String protocol)
            throws IOException, InterruptedException {
        api.expect(
                200,
                "PATCH",
                sandbox(chargeBoxId),
                credential,
                Map.of("protocol", protocol, "meterIntervalSeconds", METER_INTERVAL_SECONDS, "powerW", POWER_W));
    }

    static String sandbox(String chargeBoxId) {
        return "/api/v1/sandbox/chargers/" + chargeBoxId;
    }

    private static List<String> events() {
        return Arrays.stream(EventType.values()).map(EventType::wireName).toList();
    }

    private static String newSecret() {
        var bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return "whsec_" + Base64.getEncoder().encodeToString(bytes);
    }
}
