package io.plugstream.api.command;

import static io.plugstream.api.command.ChargerOwner.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The history of a charger's commands. */
class CommandHistoryIT {

    private final ChargerOwner owner = new ChargerOwner();

    private final Instant anHourAgo = Instant.now().minusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    private final long firstHalfOfIds = ThreadLocalRandom.current().nextLong();
    private long made;

    @Test
    void theHistoryListsEachCommandOnceNewestFirstWhileOthersAreAdded() throws Exception {
        owner.register("CP-1");
        owner.register("CP-2");
        assertThat(owner.live.get("/api/v1/chargers/CP-1/commands").body()).isEqualTo("{\"commands\":[]}");
        List<String> before = commands("CP-1", 5);
        commands("CP-2", 2);

        Answer page = owner.live.get("/api/v1/chargers/CP-1/commands?limit=2");
        List<String> seen = new ArrayList<>(ids(page));
        String added = commands("CP-1", 1).getFirst();
        while (page.json().has("nextCursor")) {
            page = owner.live.get("/api/v1/chargers/CP-1/commands?limit=2&cursor="
                    + page.json().path("nextCursor").stringValue());
            seen.addAll(ids(page));
        }

        assertThat(seen).containsExactlyElementsOf(before.reversed());
        assertThat(ids(owner.live.get("/api/v1/chargers/CP-1/commands")))
                .hasSize(6)
                .startsWith(added);
        assertThat(owner.live
                        .get("/api/v1/chargers/CP-1/commands")
                        .json()
                        .path("commands")
                        .path(0))
                .isEqualTo(owner.live.get("/api/v1/commands/" + added).json());
    }

    @Test
    void aCursorIsGoodForItsOwnListOnly() throws Exception {
        owner.register("CP-1");
        owner.register("CP-2");
        commands("CP-1", 3);
        String query = "?limit=2&cursor="
                + owner.live
                        .get("/api/v1/chargers/CP-1/commands?limit=2")
                        .json()
                        .path("nextCursor")
                        .stringValue();

        assertThat(ids(owner.live.get("/api/v1/chargers/CP-1/commands" + query)))
                .hasSize(1);
        for (String other : List.of("chargers/CP-2/commands", "chargers/CP-1/handshakes", "handshakes")) {
            Answer refused = owner.live.get("/api/v1/" + other + query);
            assertThat(refused.status()).as(other + ' ' + refused.body()).isEqualTo(400);
            assertThat(refused.fields()).as(other).containsExactly("cursor");
        }
    }

    @Test
    void onlyTheChargersOwnerSeesItsHistory() throws Exception {
        owner.register("CP-1");
        commands("CP-1", 1);
        Tenant other = Tenant.of(owner.replica, Tier.STARTER);
        assertThat(other.live()
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}")
                        .status())
                .isEqualTo(201);

        assertThat(other.live().get("/api/v1/chargers/CP-1/commands").body()).isEqualTo("{\"commands\":[]}");
        assertThat(owner.tenant.test().get("/api/v1/chargers/CP-1/commands").status())
                .isEqualTo(404);
        assertThat(owner.live.get("/api/v1/chargers/CP-2/commands").status()).isEqualTo(404);
        assertThat(owner.live.get("/api/v1/chargers/a%3Ab/commands").status()).isEqualTo(404);
    }

    @Test
    void everyFaultOfAQueryOfTheHistoryIsListedAtOnce() {
        owner.register("CP-1");

        assertThat(owner.live
                        .get("/api/v1/chargers/CP-1/commands?limit=0&cursor=WyJhIl0&status=sent")
                        .fields())
                .containsExactlyInAnyOrder("limit", "cursor", "status");
    }

    /** Inserts ended commands and returns their ids, oldest first; some share a creation time. */
    private List<String> commands(String chargeBoxId, int number) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            UUID id = new UUID(firstHalfOfIds, ++made);
            Instant created = anHourAgo.plusMillis(made / 2);
            run("INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, answered, response,"
                    + " created_at, completed_at, expires_at) VALUES ('" + id + "', '" + owner.tenant.id()
                    + "', 'live', '"
                    + chargeBoxId + "', 'Reset', 'accepted', true, '{\"status\":\"Accepted\"}', '" + created + "', '"
                    + created + "', '" + created + "')");
            ids.add(id.toString());
        }
        return ids;
    }

    private static List<String> ids(Answer page) {
        return page.json()
                .path("commands")
                .valueStream()
                .map(command -> command.path("id").stringValue())
                .toList();
    }
}
