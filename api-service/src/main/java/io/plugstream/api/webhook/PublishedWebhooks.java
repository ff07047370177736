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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** What the dispatcher is told: all webhooks of an organisation in one record, none where the tier has no webhooks. */
@Component
final class PublishedWebhooks implements PublishedTable<String, OrganisationWebhooks> {

    private static final String SELECT = """
            SELECT w.organisation_id, w.id, w.mode, w.url, w.events, w.active, w.secret,
                w.former_secret, w.former_secret_until
            FROM webhooks w JOIN organisations o ON o.id = w.organisation_id
            WHERE o.tier = ANY ($1)""";
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
        return read(database.sql(SELECT + " AND w.organisation_id = ANY ($2)" + ORDER)
                .bind("$1", TIERS)
                .bind("$2", keys.toArray(String[]::new)));
    }

    @Override
    public Mono<Map<String, OrganisationWebhooks>> values(DatabaseClient database) {
        return read(database.sql(SELECT + ORDER).bind("$1", TIERS));
    }

    private static Mono<Map<String, OrganisationWebhooks>> read(DatabaseClient.GenericExecuteSpec sql) {
        return sql.map(row -> Map.entry(WebhookRow.organisationId(row), WebhookRow.registration(row)))
                .all()
                .collect(
                        HashMap<String, List<WebhookRegistration>>::new,
                        (all, one) -> all.computeIfAbsent(one.getKey(), _ -> new ArrayList<>())
                                .add(one.getValue()))
                .map(PublishedWebhooks::records);
    }

    private static Map<String, OrganisationWebhooks> records(Map<String, List<WebhookRegistration>> webhooks) {
        Map<String, OrganisationWebhooks> records = new HashMap<>();
        webhooks.forEach((organisation, all) -> records.put(organisation, new OrganisationWebhooks(organisation, all)));
        return records;
    }
}
