package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Changing and removing a charger's name. */
class ChargerRenamingIT {

    private static final String CHARGERS = "/api/v1/chargers";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void aNameCanBeChangedAndRemovedWithoutOtherEffects() {
        ChargerId id = new ChargerId(tenant.id(), "CP-1");
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\",\"name\":\"Garage\"}");
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            topic.await(id, Objects::nonNull);

            Answer renamed = live.send("PATCH", CHARGERS + "/CP-1", "{\"name\":\"Hof\"}");
            assertThat(renamed.status()).isEqualTo(200);
            assertThat(renamed.json().path("name").stringValue()).isEqualTo("Hof");
            assertThat(renamed.body()).isEqualTo(live.get(CHARGERS + "/CP-1").body());
            Answer nameless = live.send("PATCH", CHARGERS + "/CP-1", "{\"name\":null}");
            assertThat(nameless.json().path("name").isNull()).isTrue();

            // A record published by the rename would precede this one.
            live.post(CHARGERS, "{\"chargeBoxId\":\"CP-2\"}");
            topic.await(new ChargerId(tenant.id(), "CP-2"), Objects::nonNull);
            assertThat(topic.seen(id)).isOne();
        }
    }

    @Test
    void anInvalidNewNameIsRefused() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");

        for (String body :
                List.of("{}", "{\"name\":\"\"}", "{\"name\":7}", "{\"name\":\"x\",\"mode\":\"test\"}", "[]")) {
            assertThat(live.send("PATCH", CHARGERS + "/CP-1", body).status())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(live.send("PATCH", CHARGERS + "/CP-2", "{\"name\":\"x\"}").status())
                .isEqualTo(404);
        assertThat(tenant.test()
                        .send("PATCH", CHARGERS + "/CP-1", "{\"name\":\"x\"}")
                        .status())
                .isEqualTo(404);
    }
}
