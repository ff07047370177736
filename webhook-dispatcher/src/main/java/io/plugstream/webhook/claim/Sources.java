package io.plugstream.webhook.claim;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.List;

/** The topics of which a shard has one partition each. */
final class Sources {

    static final List<Topic<?, ?>> TOPICS =
            List.of(Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS, Topics.WEBHOOK_TESTS);

    static final List<String> NAMES = TOPICS.stream().map(Topic::name).toList();

    /** The topics to which a shard's owner appends, in the shard's partition. */
    static final List<String> WRITTEN = List.of(Topics.WEBHOOK_CLAIMS.name(), Topics.WEBHOOK_DELIVERIES.name());

    private Sources() {}
}
