package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How the portal's calls differ from those of the public API: addresses, and the limit of failed authentications. */
class PortalCallsIT {

    private static final String SESSION = "/portal/api/session";
    private static final String SCENARIOS = "/portal/api/test/sandbox/chargers/CP-1/scenarios";

    @Test
    void locationIsAnAddressThatTheSessionCanRead() {
        PortalBed bed = PortalBed.shared();
        Browser browser = bed.browser().signIn("new-organisation");
        browser.call("POST", "/portal/api/test/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        Map<String, String> headers = Map.of("Sec-Fetch-Site", "same-origin", "Idempotency-Key", "once");
        String body = "{\"scenario\":\"normalSession\"}";

        Browser.Page begun = browser.call("POST", SCENARIOS, body, headers);

        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String id = begun.json().path("id").stringValue();
        assertThat(begun.header("Location")).contains("/portal/api/test/sandbox/scenarios/" + id);
        assertThat(browser.call("GET", begun.header("Location").orElseThrow(), null)
                        .json()
                        .path("id")
                        .stringValue())
                .isEqualTo(id);
        Browser.Page repeated = browser.call("POST", SCENARIOS, body, headers);
        assertThat(repeated.header("Idempotent-Replayed")).contains("true");
        assertThat(repeated.header("Location")).isEqualTo(begun.header("Location"));
    }

    @Test
    void aGuessingAddressIsRefusedUnlessItsSessionIsValid() {
        try (PortalBed strict = new PortalBed("--plugstream.shield.failures-per-minute=3")) {
            Browser person = strict.browser().signIn("new-organisation");
            assertThat(strict.browser().get(SESSION).status()).isEqualTo(401);

            // The count restarts if the minute ends in between.
            assertThat(IntStream.range(0, 12)
                            .mapToObj(_ -> strict.browser()
                                    .get("/portal/api/live/chargers")
                                    .status()))
                    .startsWith(401)
                    .contains(429);

            Browser.Page refused = strict.browser().get(SESSION);
            assertThat(refused.status()).as(refused.body()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-failed-authentications");
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(person.get(SESSION).status()).isEqualTo(200);
            assertThat(person.get("/portal/live/keys").status()).isEqualTo(200);
            assertThat(strict.browser().get("/portal/live/keys").status()).isEqualTo(429);
            assertThat(person.call("POST", "/portal/sign-out", null).status()).isEqualTo(200);
        }
    }

    /** Each costs a query, and anybody can make sessions up. */
    @Test
    void signOutsOfMadeUpSessionsCountAsFailedAuthentications() {
        try (PortalBed strict = new PortalBed("--plugstream.shield.failures-per-minute=3")) {
            // The count restarts if the minute ends in between.
            assertThat(IntStream.range(0, 12).mapToObj(_ -> {
                        Browser guesser = strict.browser();
                        guesser.cookies()
                                .put(
                                        "plugstream",
                                        SessionSecret.generate(new SecureRandom())
                                                .text());
                        return guesser.call("POST", "/portal/sign-out", null).status();
                    }))
                    .startsWith(200)
                    .contains(429);
        }
    }
}
