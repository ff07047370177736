package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What 405 and OPTIONS say of a path. */
class AllowedMethodsIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";

    private final ApiClient live = Tenant.of(Replicas.first(), Tier.GROWTH).live();

    @Test
    void anUnsupportedMethodGetsTheAllowedOnes() {
        assertThat(allowed(live, "PUT", WEBHOOKS)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST");
        assertThat(allowed(live, "OPTIONS", WEBHOOKS)).containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST");
        assertThat(allowed(live, "GET", "/api/v1/chargers/CP-1/password")).containsExactlyInAnyOrder("OPTIONS", "POST");
    }

    /** These paths also look like that of one charger or webhook, which has other methods. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/chargers/batch     | POST,OPTIONS     | GET PATCH DELETE PUT
            /api/v1/chargers/summary   | GET,HEAD,OPTIONS | POST PATCH DELETE PUT
            /api/v1/webhooks/summary   | GET,HEAD,OPTIONS | POST PATCH DELETE PUT
            /api/v1/chargers/summary?a | GET,HEAD,OPTIONS | PATCH
            """)
    void aPathThatIsNoIdHasOnlyItsOwnMethods(String path, String allow, String others) {
        assertThat(live.send("OPTIONS", path, null).header("Allow")).contains(allow);
        for (String method : others.split(" ", -1)) {
            Answer refused = live.send(method, path, method.equals("GET") || method.equals("DELETE") ? null : "{}");
            assertThat(refused.status()).as(method + ' ' + refused.body()).isEqualTo(405);
            assertThat(refused.header("Allow")).as(method).contains(allow);
        }
    }

    @Test
    void anEscapedPathIsTheSamePath() {
        assertThat(allowed(live, "OPTIONS", "/api/v1/chargers/%62atch")).containsExactly("POST", "OPTIONS");
    }

    /** The provider of identities chooses the ids of organisations, so one may be {@code summary}. */
    @Test
    void anOrganisationMayBeCalledAsAPath() {
        ApiClient operator =
                Replicas.first().client().token(Platform.get().tokens().operator());

        assertThat(allowed(operator, "DELETE", "/admin/v1/organisations/summary"))
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "PUT");
    }

    /** RFC 5789: the header lists at least one type, and belongs to resources that can be patched. */
    @Test
    void optionsTellWhatCanBePatched() {
        assertThat(live.send("OPTIONS", "/api/v1/chargers/CP-1", null).header("Accept-Patch"))
                .contains("application/json");
        Answer transactions = live.send("OPTIONS", "/api/v1/transactions", null);
        assertThat(transactions.header("Allow")).contains("GET,HEAD,OPTIONS");
        assertThat(transactions.header("Accept-Patch")).isEmpty();
    }

    private static List<String> allowed(ApiClient client, String method, String path) {
        String allow = client.send(method, path, null).header("Allow").orElseThrow();
        return List.of(allow.split(", *"));
    }
}
