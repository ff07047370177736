package io.plugstream.api.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters that few of a webhook's many deliveries match. */
class RareDeliveriesIT {

    private final Tenant tenant = Tenant.of(Replicas.first(), Tier.STARTER);
    private final ApiClient live = tenant.live();

    @Test
    void aPageEndsAfterTenThousandDeliveriesAndTheNextContinuesThere() throws SQLException {
        String webhook = live.post(
                        "/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}")
                .json()
                .path("id")
                .stringValue();
        fill(webhook);

        assertThat(pages(webhook, "outcome=shed&limit=2")).containsExactly(1, 2, 1);
        assertThat(pages(webhook, "outcome=shed&event=charger.boot&limit=1")).containsExactly(1, 1, 1, 1);
        assertThat(pages(webhook, "outcome=rejected")).containsExactly(0, 0);
        assertThat(pages(webhook, "event=transaction.started&limit=3")).containsExactly(1, 0);
        assertThat(live.get("/api/v1/webhooks/" + webhook + "/deliveries?limit=200")
                        .json()
                        .path("deliveries")
                        .size())
                .isEqualTo(200);
    }

    /** The newest delivery and the three after the first 10,000 were shed; the 10,000th has another event. */
    private void fill(String webhook) throws SQLException {
        var postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var insert = connection.prepareStatement("""
                        INSERT INTO webhook_deliveries
                            (id, claimed_at, organisation_id, mode, webhook_id, event_id, event, outcome)
                        SELECT gen_random_uuid(), now() - n * interval '1 ms', ?, 'live', ?, gen_random_uuid(),
                            CASE n WHEN 10000 THEN 'transaction.started' ELSE 'charger.boot' END,
                            CASE WHEN n = 1 OR n > 10000 THEN 'shed' END
                        FROM generate_series(1, 10003) AS n""")) {
            insert.setString(1, tenant.id());
            insert.setString(2, webhook);
            insert.execute();
        }
    }

    /** The sizes of all pages. */
    private List<Integer> pages(String webhook, String query) {
        List<Integer> sizes = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = live.get("/api/v1/webhooks/" + webhook + "/deliveries?" + query + cursor);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            sizes.add(page.json().path("deliveries").size());
            cursor = page.json().has("nextCursor")
                    ? "&cursor=" + page.json().path("nextCursor").stringValue()
                    : "";
        } while (!cursor.isEmpty());
        return sizes;
    }
}
