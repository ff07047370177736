package io.plugstream.api.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionApiIT {

    private static final String TRANSACTIONS = "/api/v1/transactions";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final EventLog log = new EventLog(Platform.get().kafka());

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void showsASessionFromStartToStop() {
        Story story = new Story(tenant.id(), "CP-1");
        log.append(story.connected(), story.started(7, 1_000));
        awaitBody(
                TRANSACTIONS + "/7",
                "{\"transactionId\":7,\"chargeBoxId\":\"CP-1\",\"connectorId\":1,\"idTag\":\"TAG\",\"status\":\"active\","
                        + "\"meterStart\":1000,\"meterStop\":null,\"energyWh\":null,\"startedAt\":\"2026-01-31T09:00:02.000Z\","
                        + "\"stoppedAt\":null,\"reason\":null}");

        log.append(story.metered(7, "1500"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(TRANSACTIONS + "/7")
                                .json()
                                .path("energyWh")
                                .intValue(-1))
                        .isEqualTo(500));

        log.append(story.stopped(7, 1_000, 2_000));
        awaitBody(
                TRANSACTIONS + "/7",
                "{\"transactionId\":7,\"chargeBoxId\":\"CP-1\",\"connectorId\":1,\"idTag\":\"TAG\",\"status\":\"completed\","
                        + "\"meterStart\":1000,\"meterStop\":2000,\"energyWh\":1000,\"startedAt\":\"2026-01-31T09:00:02.000Z\","
                        + "\"stoppedAt\":\"2026-01-31T09:00:04.000Z\",\"reason\":\"Local\"}");
    }

    @Test
    void aMeterThatBeganAnewShowsInTheEnergy() {
        Story story = new Story(tenant.id(), "CP-1");
        log.append(story.connected(), story.started(7, 1_000), story.metered(7, "100"));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(TRANSACTIONS + "/7")
                                .json()
                                .path("energyWh")
                                .intValue(-1))
                        .isEqualTo(-900));
        assertThat(sheet(live, "").getLast()).startsWith("7,CP-1,1,TAG,active,1000,,-900,");
    }

    @ParameterizedTest
    @ValueSource(ints = {99, 0, -1})
    void showsAStopWithoutAStartAsOrphaned(int transactionId) {
        log.append(new Story(tenant.id(), "CP-1").stoppedWithoutStart(transactionId, 5));

        awaitBody(
                TRANSACTIONS + "?status=orphaned",
                "{\"transactions\":[{\"transactionId\":" + transactionId
                        + ",\"chargeBoxId\":\"CP-1\",\"connectorId\":null,\"idTag\":null,"
                        + "\"status\":\"orphaned\",\"meterStart\":null,\"meterStop\":5,\"energyWh\":null,\"startedAt\":null,"
                        + "\"stoppedAt\":\"2026-01-31T09:00:01.000Z\",\"reason\":\"PowerLoss\"}]}");
        assertThat(live.get(TRANSACTIONS + '/' + transactionId).status()).isEqualTo(200);
        assertThat(live.get(TRANSACTIONS + '/' + transactionId + "/meter-values")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void filtersAndPagesNewestFirstWhileOthersAreAdded() {
        Story first = new Story(tenant.id(), "CP-1");
        Story second = new Story(tenant.id(), "CP-2");
        for (int i = 1; i <= 5; i++) {
            log.append(first.started(i, 0));
            log.append(first.stopped(i, 0, 10));
        }
        log.append(second.started(11, 0), second.started(12, 0));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(ids(live.get(TRANSACTIONS))).hasSize(7));

        assertThat(ids(live.get(TRANSACTIONS + "?chargeBoxId=CP-2"))).containsExactly(12, 11);
        assertThat(ids(live.get(TRANSACTIONS + "?status=active"))).containsExactly(12, 11);
        assertThat(ids(live.get(TRANSACTIONS + "?status=completed"))).containsExactly(5, 4, 3, 2, 1);
        assertThat(ids(live.get(TRANSACTIONS
                        + "?chargeBoxId=CP-1&from=2026-01-31T09:00:03Z&to=2026-01-31T10:00:07.000%2B01:00")))
                .containsExactly(3, 2);

        Answer page = live.get(TRANSACTIONS + "?chargeBoxId=CP-1&limit=2");
        List<Integer> seen = new ArrayList<>(ids(page));
        log.append(first.started(6, 0));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(ids(live.get(TRANSACTIONS))).hasSize(8));
        while (page.json().has("nextCursor")) {
            page = live.get(TRANSACTIONS + "?chargeBoxId=CP-1&limit=2&cursor="
                    + page.json().path("nextCursor").stringValue());
            seen.addAll(ids(page));
        }
        assertThat(seen).containsExactly(5, 4, 3, 2, 1);
    }

    @Test
    void liveTransactionsAreNeitherTheSandboxsNorAnotherOrganisations() {
        log.append(new Story(tenant.id(), "CP-1").started(21, 0));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(live.get(TRANSACTIONS + "/21").status()).isEqualTo(200));

        assertThat(tenant.test().get(TRANSACTIONS + "/21").status()).isEqualTo(404);
        assertThat(tenant.test().get(TRANSACTIONS).body()).isEqualTo("{\"transactions\":[]}");
        assertThat(Tenant.of(replica, Tier.SCALE)
                        .live()
                        .get(TRANSACTIONS + "/21")
                        .problem())
                .isEqualTo("not-found");
    }

    @ParameterizedTest
    @CsvSource({"abc", "99999999999", "1.5", "404"})
    void unknownAndMalformedIdsAreNotFound(String id) {
        assertThat(live.get(TRANSACTIONS + '/' + id).status()).isEqualTo(404);
    }

    @Test
    void everyFaultOfAQueryIsListedAtOnce() {
        Answer answer = live.get(
                TRANSACTIONS + "?limit=201&cursor=bm9uZQ&status=running&from=today&to=2026-01-31&chargeBoxId=a/b");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactlyInAnyOrder("limit", "cursor", "status", "from", "to", "chargeBoxId");
    }

    @Test
    void sheetsHaveAllMatchingTransactionsWhateverThePageSize() throws SQLException {
        insert("live", "CP-1", 450, "TAG");
        insert("live", "CP-2", 3, "=HYPERLINK(\"http://x\")");
        insert("test", "CP-T", 2, "TAG");

        List<String> lines = sheet(live, "");
        assertThat(lines.getFirst())
                .isEqualTo("transactionId,chargeBoxId,connectorId,idTag,status,meterStart,meterStop,energyWh,startedAt,"
                        + "stoppedAt,reason,stationTransactionId");
        assertThat(lines).hasSize(454).doesNotHaveDuplicates();
        assertThat(lines.stream().skip(1).map(line -> line.substring(0, line.indexOf(',')) + line.contains(",CP-1,")))
                .startsWith("450true")
                .contains("1true", "3false");
        assertThat(sheet(live, "?chargeBoxId=CP-2&status=completed"))
                .hasSize(4)
                .last()
                .isEqualTo("1,CP-2,1,\"'=HYPERLINK(\"\"http://x\"\")\",completed,0,10,10,2026-01-31T09:00:01.000Z,"
                        + "2026-01-31T10:00:01.000Z,Local,");
        assertThat(sheet(live, "?status=active")).hasSize(1);
        assertThat(sheet(tenant.test(), "")).hasSize(3);
        assertThat(sheet(Tenant.of(replica, Tier.FREE).live(), "")).hasSize(1);
    }

    @Test
    void jsonIsTheDefaultAndRequestsForSheetsGetJsonProblems() {
        for (String accept : List.of("*/*", "application/json", "text/csv;q=0.5, application/json", "application/*")) {
            assertThat(live.header("Accept", accept).get(TRANSACTIONS).body())
                    .as(accept)
                    .isEqualTo("{\"transactions\":[]}");
        }
        assertThat(live.get(TRANSACTIONS).header("Content-Type")).contains("application/json");
        assertThat(live.header("Accept", "text/html").get(TRANSACTIONS).status())
                .isEqualTo(406);
        assertThat(live.header("Accept", "text/csv").get(TRANSACTIONS + "/7").status())
                .isEqualTo(406);

        Answer sheet = live.header("Accept", "text/csv, application/json;q=0.5").get(TRANSACTIONS);
        assertThat(sheet.header("Content-Type")).contains("text/csv;charset=UTF-8;header=present");
        assertThat(sheet.header("Content-Disposition")).contains("attachment; filename=\"transactions.csv\"");
        assertThat(sheet.header("Cache-Control")).contains("no-store");

        Answer refused = live.header("Accept", "text/csv").get(TRANSACTIONS + "?limit=5&cursor=x&status=running");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
        assertThat(refused.fields()).containsExactlyInAnyOrder("limit", "cursor", "status");
    }

    private static List<String> sheet(ApiClient client, String query) {
        Answer answer = client.header("Accept", "text/csv").get(TRANSACTIONS + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).endsWith("\r\n");
        return List.of(answer.body().split("\r\n"));
    }

    @Test
    void listsFewRunningTransactionsWithoutReadingAllEndedOnes() throws SQLException {
        long before = readsOf("transactions_active");
        insert("live", "CP-1", 20_000, "TAG");
        execute("ANALYZE transactions");

        assertThat(live.get(TRANSACTIONS + "?status=active").body()).contains("\"transactions\":[]");

        // PostgreSQL publishes its counts with a delay.
        await().atMost(Duration.ofSeconds(60)).until(() -> readsOf("transactions_active") > before);
    }

    private static long readsOf(String index) throws SQLException {
        Postgres postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = '" + index + "'")) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    private static void execute(String sql) throws SQLException {
        Postgres postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Inserts completed transactions with ids from 1, a second apart. */
    private void insert(String mode, String chargeBoxId, int number, String idTag) throws SQLException {
        Postgres postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                PreparedStatement insert = connection.prepareStatement("""
                        INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status,
                            connector_id, id_tag, meter_start, meter_stop, energy_wh, started_at, stopped_at, reason,
                            listed_at)
                        SELECT ?, ?, ?, n, 'completed', 1, ?, 0, 10, 10, nine + n * interval '1 second',
                            nine + interval '1 hour' + n * interval '1 second', 'Local', nine + n * interval '1 second'
                        FROM generate_series(1, ?) AS n, (VALUES (timestamptz '2026-01-31T09:00:00Z')) AS day (nine)""")) {
            insert.setString(1, tenant.id());
            insert.setString(2, chargeBoxId);
            insert.setString(3, mode);
            insert.setString(4, idTag);
            insert.setInt(5, number);
            insert.execute();
        }
    }

    private void awaitBody(String path, String body) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(path).body()).isEqualTo(body));
    }

    private static List<Integer> ids(Answer answer) {
        return answer.json()
                .path("transactions")
                .valueStream()
                .map(transaction -> transaction.path("transactionId").intValue())
                .toList();
    }
}
