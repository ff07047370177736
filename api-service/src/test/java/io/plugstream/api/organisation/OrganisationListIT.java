package io.plugstream.api.organisation;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operators' list of organisations. */
class OrganisationListIT {

    private static final String LIST = "/admin/v1/organisations";

    private final ApiReplica replica = Replicas.first();
    private final ApiClient operator =
            replica.client().token(Platform.get().tokens().operator());

    /** A part of the ids of this test's organisations only. */
    private final String mark = UUID.randomUUID().toString();

    @BeforeEach
    void create() {
        put("a-" + mark, "First", "Free");
        put("b-" + mark, "Grüne Wiese " + mark, "Starter");
        put("c-" + mark, "Third", "Starter");
    }

    @Test
    void isPagedAndSortedById() {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            Answer page =
                    operator.get(LIST + "?limit=2&search=" + mark + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            ids.addAll(ids(page));
            cursor = page.json().path("nextCursor").stringValue("");
        } while (!cursor.isEmpty());

        assertThat(ids).containsExactly("a-" + mark, "b-" + mark, "c-" + mark);
    }

    @Test
    void isFilteredByAPartOfTheIdOrNameAndByTier() {
        assertThat(ids(operator.get(LIST + "?search=gR%C3%BCne%20wiese%20" + mark)))
                .containsExactly("b-" + mark);
        assertThat(ids(operator.get(LIST + "?tier=Starter&search=" + mark))).containsExactly("b-" + mark, "c-" + mark);
        assertThat(ids(operator.get(LIST + "?tier=Scale&search=" + mark))).isEmpty();
        assertThat(operator.get(LIST + "?limit=201&cursor=x&search=&tier=starter&other=1")
                        .fields())
                .containsExactlyInAnyOrder("limit", "cursor", "search", "tier", "other");
    }

    @Test
    void theSummaryCountsEachTier() {
        long starters = operator.get(LIST + "/summary")
                .json()
                .path("tiers")
                .path("Starter")
                .longValue();
        put("d-" + mark, "Fourth", "Starter");

        Answer summary = operator.get(LIST + "/summary");

        assertThat(summary.json().path("tiers").path("Starter").longValue()).isGreaterThan(starters);
        assertThat(summary.json()
                        .path("tiers")
                        .valueStream()
                        .mapToLong(count -> count.longValue())
                        .sum())
                .isEqualTo(summary.json().path("total").longValue());
    }

    private void put(String id, String name, String tier) {
        Answer answer = operator.put(LIST + '/' + id, "{\"name\":\"%s\",\"tier\":\"%s\"}".formatted(name, tier));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private static List<String> ids(Answer page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.json()
                .path("organisations")
                .valueStream()
                .map(one -> one.path("id").stringValue())
                .toList();
    }
}
