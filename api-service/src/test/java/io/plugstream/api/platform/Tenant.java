package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.Tier;
import java.util.UUID;

/** A test's own organisation, with a key for each mode. */
public record Tenant(String id, ApiClient live, ApiClient test) {

    /** Creates an organisation as an operator would, and its keys as a portal user would. */
    public static Tenant of(ApiReplica replica, Tier tier) {
        String id = "org-" + UUID.randomUUID();
        setTier(replica, id, tier);
        ApiClient user = replica.client().token(Platform.get().tokens().token(id));
        return new Tenant(id, key(replica, user, "live"), key(replica, user, "test"));
    }

    public static void setTier(ApiReplica replica, String id, Tier tier) {
        ApiClient.Answer answer = replica.client()
                .token(Platform.get().tokens().operator())
                .put("/admin/v1/organisations/" + id, "{\"name\":\"Test\",\"tier\":\"" + tier.wireName() + "\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private static ApiClient key(ApiReplica replica, ApiClient user, String mode) {
        ApiClient.Answer answer = user.post("/api/v1/auth/api-keys", "{\"name\":\"key\",\"mode\":\"" + mode + "\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return replica.client().key(answer.json().path("key").stringValue());
    }
}
