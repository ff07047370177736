package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A script that filters what cannot be filtered would otherwise act on everything, such as revoke every key. */
class UnknownParametersIT {

    private static final String UNKNOWN = "?modes=test";

    private final ApiReplica replica = Replicas.first();

    /** An accepted stream would have no end. */
    @Timeout(120)
    @Test
    void everyOperationRefusesThemWhateverItsIdsName() {
        Tenant tenant = Tenant.of(replica, Tier.SCALE);
        ApiClient user = replica.client().token(Platform.get().tokens().token(tenant.id()));
        ApiClient operator = replica.client().token(Platform.get().tokens().operator());
        List<Operation> operations = Operation.all(PublishedOpenApi.get().root().path("paths")).stream()
                .filter(operation -> operation.path().matches("/(api|admin)/.*"))
                .toList();

        List<String> taken = new ArrayList<>();
        for (Operation operation : operations) {
            ApiClient client = operation.path().startsWith("/admin/") ? operator : user;
            ApiClient caller =
                    operation.path().contains("/sandbox/") ? client.header("Plugstream-Mode", "test") : client;
            String path = operation.path().replaceAll("\\{[^}]*}", "019400a0-0000-7000-8000-000000000001");
            String body = operation.content().has("requestBody") ? "{}" : null;
            Answer answer = caller.send(operation.method(), path + UNKNOWN, body);
            if (answer.status() != 400 || !answer.fields().equals(List.of("modes"))) {
                taken.add(operation.name() + ": " + answer.status() + ' ' + answer.body());
            }
        }

        assertThat(operations).hasSizeGreaterThan(40);
        assertThat(taken).isEmpty();
    }
}
