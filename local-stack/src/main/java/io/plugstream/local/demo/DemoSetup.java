package io.plugstream.local.demo;

import io.plugstream.local.demo.DemoState.Registered;
import io.plugstream.local.demo.PublicApi.Credential;
import io.plugstream.model.event.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Sets up organisation {@code demo} for the demonstration, or reuses the setup of an earlier start. */
final class DemoSetup {
    private static final String ORGANISATION = "demo";
    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String CHARGER_PATH = "/api/v1/chargers/";

    /** The first speaks OCPP 1.6, the second 2.0.1. */
    static final List<String> CHARGERS = List.of("demo-charger", "demo-station");

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
                Map.of("name", "Demo", "tier", "Starter"));
        var kept = DemoState.read(file);
        var state = kept.isPresent() && isStillThere(kept.get()) ? withValidPasswords(kept.get()) : setUp();
        state.write(file);
        return state;
    }

    /** Somebody may have given a charger another password, for example in the portal. */
    private DemoState withValidPasswords(DemoState state) throws IOException, InterruptedException {
        var credential = Credential.apiKey(state.apiKey());
        var chargers = new ArrayList<Registered>();
        for (var charger : state.chargers()) {
            chargers.add(isRefused(credential, charger) ? withNewPassword(credential, charger) : charger);
        }
        return new DemoState(state.apiKey(), List.copyOf(chargers), state.webhookId(), state.webhookSecret());
    }

    /** Whether the charger was refused after it was last connected. */
    private boolean isRefused(Credential credential, Registered charger) throws IOException, InterruptedException {
        var path = CHARGER_PATH + charger.chargeBoxId();
        var refused = api.call("GET", path + "/handshakes?limit=1", credential, null)
                .json()
                .path("handshakes")
                .path(0)
                .path("refusedAt");
        var seen = api.call("GET", path, credential, null).json().path("lastSeen");
        // The API writes all times alike, so they can be compared as texts.
        return refused.asString("").compareTo(seen.asString("")) > 0;
    }

    private Registered withNewPassword(Credential credential, Registered charger)
            throws IOException, InterruptedException {
        var path = CHARGER_PATH + charger.chargeBoxId() + "/password";
        var password = api.expect(200, "POST", path, credential, null).path("password");
        return new Registered(charger.chargeBoxId(), password.asString(), charger.connectionUrl());
    }

    /** Status 429 (daily quota used up) counts as still set up. */
    private boolean isStillThere(DemoState state) throws IOException, InterruptedException {
        var credential = Credential.apiKey(state.apiKey());
        var webhooks = api.call("GET", WEBHOOKS, credential, null);
        if (webhooks.status() == 429) {
            return true;
        }
        if (webhooks.status() != 200 || !idsOfOurWebhooks(webhooks.json()).contains(state.webhookId())) {
            return false;
        }
        for (var charger : state.chargers()) {
            if (api.call("GET", CHARGER_PATH + charger.chargeBoxId(), credential, null)
                            .status()
                    == 404) {
                return false;
            }
        }
        return true;
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
        var key = api.expect(201, "POST", "/api/v1/auth/api-keys", token, Map.of("name", "Demonstration"))
                .path("key")
                .asString();
        var credential = Credential.apiKey(key);
        var chargers = new ArrayList<Registered>();
        for (var chargeBoxId : CHARGERS) {
            removeCharger(credential, chargeBoxId);
            chargers.add(register(credential, chargeBoxId));
        }
        // One of a setup that was not finished has an unknown secret: its deliveries would look forged.
        for (var id : idsOfOurWebhooks(api.expect(200, "GET", WEBHOOKS, credential, null))) {
            var _ = api.expect(200, "DELETE", WEBHOOKS + '/' + id, credential, null);
        }
        var secret = newSecret();
        var webhook = api.expect(
                201, "POST", WEBHOOKS, credential, Map.of("url", webhookUrl, "events", events(), "secret", secret));
        return new DemoState(key, List.copyOf(chargers), webhook.path("id").asString(), secret);
    }

    private Registered register(Credential credential, String chargeBoxId) throws IOException, InterruptedException {
        var charger = api.expect(
                201,
                "POST",
                "/api/v1/chargers",
                credential,
                Map.of("chargeBoxId", chargeBoxId, "name", "Demonstration charger"));
        return new Registered(
                chargeBoxId,
                charger.path("password").asString(),
                charger.path("connectionUrl").asString());
    }

    /** The password was shown only once and is lost, so the charger must be registered again. */
    private void removeCharger(Credential credential, String chargeBoxId) throws IOException, InterruptedException {
        var response = api.call("DELETE", CHARGER_PATH + chargeBoxId, credential, null);
        if (response.status() != 200 && response.status() != 404) {
            throw new IOException(
                    "DELETE of the charger answered %d: %s".formatted(response.status(), response.body()));
        }
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
