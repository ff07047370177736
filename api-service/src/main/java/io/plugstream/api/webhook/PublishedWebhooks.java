package io.plugstream.api.webhook;

import io.plugstream.api.outbox.PublishedTable;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Publishes webhooks to the dispatcher: one record for an organisation, none if its tier has no webhooks. */
@Component
final class PublishedWebhooks implements PublishedTable<String, OrganisationWebhooks> {

    /** What {@link WebhookRow#registration} reads. */
    static final String COLUMNS = """
            SELECT w.organisation_id, w.id, w.mode, w.url, w.events, w.active, w.secret,
                w.former_secret, w.former_secret_until""";

    private static final String SELECT = COLUMNS + """

            FROM webhooks w JOIN organisations o ON o.id = w.organisation_id
            WHERE o.tier = ANY (:tiers)""";
    private static final String ORDER = " ORDER BY w.organisation_id, w.id";
    private static final String[] TIERS = Arrays.stream(Tier.values())
            .filter(Tier::webhooks)
            .map(Tier::wireName)
            .toArray(String[]::new);

    @Override
    public Topic<String, OrganisationWebhooks> topic() {
        return Topics.WEBHOOK_REGISTRATIONS;
    }

    @Override
    public Mono<Map<String, OrganisationWebhooks>> valuesOf(Collection<String> keys, DatabaseClient database) {
        return read(database.sql(SELECT + " AND w.organisation_id = ANY (:organisations)" + ORDER)
                .bind("tiers", TIERS)
                .bind("organisations", keys.toArray(String[]::new)));
    }

    @Override
    public Mono<List<Map.Entry<String, OrganisationWebhooks>>> page(
            @Nullable String after, int limit, DatabaseClient database) {
        return read(database.sql(SELECT + """
                         AND w.organisation_id IN (
                            SELECT s.organisation_id FROM webhooks s JOIN organisations p ON p.id = s.organisation_id
                            WHERE p.tier = ANY (:tiers) AND s.organisation_id > :after
                            GROUP BY s.organisation_id ORDER BY s.organisation_id LIMIT :limit)""" + ORDER)
                        .bind("tiers", TIERS)
                        .bind("after", after == null ? "" : after)
                        .bind("limit", limit))
                .map(page -> List.copyOf(page.entrySet()));
    }

    private static Mono<Map<String, OrganisationWebhooks>> read(DatabaseClient.GenericExecuteSpec sql) {
        return sql.map(row -> Map.entry(WebhookRow.organisationId(row), WebhookRow.registration(row)))
                .all()
                .collect(
                        LinkedHashMap<String, List<WebhookRegistration>>::new,
                        (all, one) -> all.computeIfAbsent(one.getKey(), _ -> new ArrayList<>())
                                .add(one.getValue()))
                .map(PublishedWebhooks::records);
    }

    private static Map<String, OrganisationWebhooks> records(Map<String, List<WebhookRegistration>> webhooks) {
        Map<String, OrganisationWebhooks> records = new LinkedHashMap<>();
        webhooks.forEach((organisation, all) -> records.put(organisation, new OrganisationWebhooks(organisation, all)));
        return records;
    }
}
