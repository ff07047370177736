package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A script that filters what cannot be filtered would otherwise act on everything, such as revoke every key. */
class UnknownParametersIT {

    private final ApiReplica replica = Replicas.first();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auth/api-keys",
                "webhooks",
                "webhooks/summary",
                "webhooks/019400a0-0000-7000-8000-000000000001/deliveries/summary",
                "chargers/summary",
                "usage"
            })
    void aListWithoutParametersRefusesThem(String path) {
        refuses(Tenant.of(replica, Tier.SCALE).live(), "/api/v1/" + path);
    }

    /** An accepted stream would have no end. */
    @Timeout(60)
    @ParameterizedTest
    @ValueSource(strings = {"organisations/summary", "events"})
    void soDoesAnOperatorsOne(String path) {
        refuses(replica.client().token(Platform.get().tokens().operator()), "/admin/v1/" + path);
    }

    private static void refuses(ApiClient client, String path) {
        Answer refused = client.get(path + "?mode=test");

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.fields()).containsExactly("mode");
    }
}
