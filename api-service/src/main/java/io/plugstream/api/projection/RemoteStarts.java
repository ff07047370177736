package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Links transactions with the commands that caused them: by the {@code remoteStartId} that a station repeats, else by
 * charger, id tag and connector. Takes the oldest matching command, up to 10 minutes after its end. It works in the
 * database, so command and transaction may come from different gateways.
 */
@Component
final class RemoteStarts {

    private final JsonRows rows;

    RemoteStarts(JsonRows rows) {
        this.rows = rows;
    }

    Mono<Void> link(List<EventRecord> events) {
        List<Start> starts = events.stream()
                .filter(event -> event.data() instanceof TransactionStarted)
                .map(Start::of)
                .toList();
        return rows.run("SELECT link_remote_starts(:rows::jsonb)", starts);
    }

    /** Has the platform's time, because a charger's clock cannot be compared with the command's times. */
    private record Start(
            String organisationId,
            String chargeBoxId,
            Mode mode,
            int transactionId,
            int connectorId,
            String idTag,
            @Nullable Integer remoteStartId,
            Instant receivedAt) {

        static Start of(EventRecord event) {
            TransactionStarted start = (TransactionStarted) event.data();
            StationFacts station = event.station();
            return new Start(
                    event.organisationId(),
                    event.chargeBoxId(),
                    event.mode(),
                    start.transactionId(),
                    start.connectorId(),
                    start.idTag(),
                    station == null ? null : station.remoteStartId(),
                    event.receivedAt());
        }
    }
}
