package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.Platform;
import io.plugstream.model.digest.Sha256;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The limits of a session, with small values. */
class SessionLimitsIT {

    private static final String SESSION = "/portal/api/session";

    private static PortalBed bed;

    @BeforeAll
    static void start() {
        bed = new PortalBed(
                "--plugstream.portal.life=8s",
                "--plugstream.portal.sweep=1h",
                "--plugstream.portal.calls-per-minute=40");
        // Its start could take as long as a session lives.
        bed.secondReplica();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void sessionUnusedForAnHourEnds() throws SQLException {
        Browser browser = bed.browser().signIn("new-organisation");
        Browser elsewhere = browser.at(bed.secondReplica());
        lastUsed(browser, "59 minutes");
        assertThat(elsewhere.get(SESSION).status()).isEqualTo(200);

        Browser other = bed.browser().signIn("new-organisation");
        lastUsed(other, "61 minutes");
        assertThat(other.at(bed.secondReplica()).get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void refusedCallOfAnOperatorWithoutOrganisationCountsAsTheSessions() throws SQLException {
        Browser operator = bed.browser().signIn("operator");
        change(operator, "organisation_id = NULL");
        Browser.Page refused = operator.at(bed.secondReplica()).get("/portal/api/live/chargers");
        assertThat(refused.status()).as(refused.body()).isEqualTo(404);
        assertThat(refused.header("RateLimit").orElseThrow()).startsWith("\"session\";r=39;");
    }

    private static void lastUsed(Browser browser, String ago) throws SQLException {
        change(browser, "used_at = now() - interval '" + ago + "'");
    }

    private static void change(Browser browser, String change) throws SQLException {
        var postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = connection.prepareStatement(
                        "UPDATE portal_sessions SET " + change + " WHERE encode(hash, 'hex') = ?")) {
            statement.setString(
                    1, Sha256.hex(Objects.requireNonNull(browser.cookies().get("plugstream"))));
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void usedSessionLastsForItsMaximumLife() {
        Browser first = bed.browser().signIn("new-organisation");
        Browser second = first.at(bed.secondReplica());
        long began = System.nanoTime();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> second.get(SESSION).status() == 401);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(6));
        assertThat(first.call("GET", SESSION, null).status()).isEqualTo(401);
    }

    @Test
    void sessionWithTooManyCallsIsToldWhenToRetry() {
        Browser browser = bed.browser().signIn("new-organisation");
        Browser.Page refused = Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> browser.call("GET", SESSION, null), page -> page.status() == 429);
        assertThat(refused.problem()).isEqualTo("too-many-requests");
        assertThat(refused.header("RateLimit-Policy")).contains("\"session\";q=40;w=60");
        assertThat(refused.header("RateLimit-Remaining")).contains("0");
        assertThat(refused.header("Retry-After")).isEqualTo(refused.header("RateLimit-Reset"));
    }
}
