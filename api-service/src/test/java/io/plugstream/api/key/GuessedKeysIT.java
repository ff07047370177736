package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Addresses that guess keys, with and without a valid checksum. */
class GuessedKeysIT {

    private static final String KEYS = "/api/v1/auth/api-keys";

    private static final Postgres postgres = Platform.get().postgres();
    private static final Random random = new Random(1);

    private static ApiClient rested;
    private static ApiReplica replica;

    @BeforeAll
    static void start() throws Exception {
        Tenant tenant = Tenant.of(Replicas.first(), Tier.SCALE);
        try (Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var age = other.prepareStatement("UPDATE api_keys SET created_at = now() - interval '90 days',"
                        + " last_used = now() - interval '30 days' WHERE organisation_id = ?")) {
            age.setString(1, tenant.id());
            assertThat(age.executeUpdate()).isPositive();
        }
        replica = ApiReplica.ready(
                "--spring.main.cloud-platform=kubernetes",
                "--plugstream.shield.failures-per-minute=3",
                "--plugstream.shield.trusted-proxies=127.0.0.1,::1");
        rested = tenant.live().at(replica);
    }

    @AfterAll
    static void stop() {
        replica.close();
    }

    /** The table of keys is locked, so a request that queries it would wait and get 503. */
    @Test
    void guessesBeyondTheLimitCauseNoQueryButAKnownKeyIsAccepted() throws Exception {
        awaitEarlyInAMinute();
        try (Connection other =
                DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password())) {
            Tenant tenant = Tenant.of(replica, Tier.SCALE);
            ApiClient known = tenant.live();
            assertThat(known.get(KEYS).status()).isEqualTo(200);
            while (guess() != 429) {
                assertThat(known.get("/api/v1/organisation").status()).isEqualTo(200);
            }
            other.setAutoCommit(false);
            try (var lock = other.createStatement()) {
                lock.execute("LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
                int status = guess();
                assertThat(status).isEqualTo(429);
                assertThat(known.get("/api/v1/organisation").status()).isEqualTo(200);
            } finally {
                other.rollback();
            }
        }
    }

    @Test
    void aKeyUnusedForAMonthIsAcceptedFromAGuessingAddress() {
        await().atMost(Duration.ofMinutes(1)).until(() -> guess() == 429);

        assertThat(rested.get("/api/v1/organisation").status()).isEqualTo(200);
    }

    @Test
    void aGuessingAddressIsRefusedButAValidTokenIsStillAccepted() {
        awaitEarlyInAMinute();
        ApiClient guesser = replica.client().header("X-Forwarded-For", "203.0.113.7");
        // The client chooses the text before the address that the proxy adds.
        List<Integer> statuses = IntStream.range(0, 12)
                .mapToObj(hop -> replica.client()
                        .header("X-Forwarded-For", "198.51.100." + hop + ", 203.0.113.7")
                        .key("plug_live_nonsense")
                        .get(KEYS)
                        .status())
                .toList();
        assertThat(statuses).startsWith(401, 401, 401).contains(429);
        ApiClient.Answer shut = guesser.get("/problems/not-found");
        assertThat(shut.problem()).isEqualTo("too-many-failed-authentications");
        assertThat(shut.header("RateLimit-Remaining")).contains("0");
        assertThat(shut.header("Retry-After")).isPresent();
        String token = Platform.get().tokens().token("org-" + UUID.randomUUID());
        assertThat(guesser.token(token).get(KEYS).status()).isEqualTo(200);
        assertThat(replica.client()
                        .header("X-Forwarded-For", "203.0.113.8")
                        .get("/problems/not-found")
                        .status())
                .isEqualTo(200);
    }

    /** The count restarts with each minute. */
    private static void awaitEarlyInAMinute() {
        await().atMost(Duration.ofSeconds(30)).until(() -> Instant.now().getEpochSecond() % 60 < 40);
    }

    private static int guess() {
        return replica.client()
                .key(KeyText.generate(Mode.LIVE, random).text())
                .get(KEYS)
                .status();
    }
}
