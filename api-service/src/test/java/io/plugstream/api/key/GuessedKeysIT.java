package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys that somebody made up, with a right checksum. */
class GuessedKeysIT {

    private static final String KEYS = "/api/v1/auth/api-keys";

    /** The table of keys is locked, so that whoever asks it would wait, and be told 503. */
    @Test
    void anAddressThatGuessedTooOftenAsksTheDatabaseNoMoreButAKnownKeyStillPasses() throws Exception {
        Postgres postgres = Platform.get().postgres();
        Random random = new Random(1);
        try (ApiReplica replica = ApiReplica.ready("--plugstream.shield.failures-per-minute=3");
                Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password())) {
            Tenant tenant = Tenant.of(replica, Tier.SCALE);
            ApiClient known = tenant.live();
            assertThat(known.get(KEYS).status()).isEqualTo(200);
            // The minute may end in between; then the count begins anew.
            while (guess(replica, random) != 429) {
                assertThat(known.get("/api/v1/organisation").status()).isEqualTo(200);
            }
            other.setAutoCommit(false);
            try (var lock = other.createStatement()) {
                lock.execute("LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
                int status = guess(replica, random);
                assertThat(status).isEqualTo(429);
                assertThat(known.get("/api/v1/organisation").status()).isEqualTo(200);
            } finally {
                other.rollback();
            }
        }
    }

    private static int guess(ApiReplica replica, Random random) {
        return replica.client()
                .key(KeyText.generate(Mode.LIVE, random).text())
                .get(KEYS)
                .status();
    }
}
