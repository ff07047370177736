package io.plugstream.api.webhook;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.quota.Coalescer;
import io.plugstream.model.organisation.Mode;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The list of an organisation's webhooks, read and written once for all who ask for it at the same time. */
@Component
class WebhookListing {

    private static final Duration PACE = Duration.ofMillis(2);

    private final Webhooks webhooks;
    private final ObjectWriter writer;
    private final Coalescer<Owner, Owner, byte[]> listings =
            new Coalescer<>(asking -> read(asking.getFirst()), PACE, DatabaseTimeouts.REQUEST);

    WebhookListing(Webhooks webhooks, JsonMapper mapper) {
        this.webhooks = webhooks;
        this.writer = mapper.writerFor(Listing.class);
    }

    /** All of the caller's mode as JSON; nobody may write to it. */
    Mono<byte[]> of(Caller caller) {
        Owner owner = new Owner(caller.organisationId(), caller.mode());
        return listings.ask(owner, owner);
    }

    private Mono<byte[]> read(Owner owner) {
        return webhooks.list(owner.organisationId(), owner.mode())
                .map(list -> writer.writeValueAsBytes(new Listing(list)));
    }

    private record Owner(String organisationId, Mode mode) {}

    record Listing(List<Webhook> webhooks) {}
}
