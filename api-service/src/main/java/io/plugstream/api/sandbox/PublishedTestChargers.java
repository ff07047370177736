package io.plugstream.api.sandbox;

import io.plugstream.api.outbox.ChargerTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Publishes test chargers to the sandbox; none while it is disabled. */
@Component
final class PublishedTestChargers implements ChargerTable<SandboxCharger> {

    private final SandboxProperties properties;

    PublishedTestChargers(SandboxProperties properties) {
        this.properties = properties;
    }

    @Override
    public Topic<ChargerId, SandboxCharger> topic() {
        return Topics.SANDBOX_CHARGERS;
    }

    @Override
    public Mono<Map<ChargerId, SandboxCharger>> valuesOf(Collection<ChargerId> keys, DatabaseClient database) {
        return properties.enabled() ? ChargerTable.super.valuesOf(keys, database) : Mono.just(Map.of());
    }

    @Override
    public Mono<List<Map.Entry<ChargerId, SandboxCharger>>> page(
            @Nullable ChargerId after, int limit, DatabaseClient database) {
        return properties.enabled() ? ChargerTable.super.page(after, limit, database) : Mono.just(List.of());
    }

    @Override
    public String select() {
        return TestChargerRow.SELECT;
    }

    @Override
    public SandboxCharger value(Readable row) {
        return TestChargerRow.published(row);
    }
}
