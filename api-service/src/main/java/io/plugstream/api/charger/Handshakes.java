package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimedPlace;
import io.plugstream.api.projection.RefusalRetention;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Handshakes that gateways refused. Handshakes of unregistered ids have no mode and appear in both. */
@Component
class Handshakes {

    private final DatabaseClient database;
    private final Reads reads;
    private final Clock clock;

    Handshakes(DatabaseClient database, Reads reads, Clock clock) {
        this.database = database;
        this.reads = reads;
        this.clock = clock;
    }

    /**
     * The name of the list in cursors.
     *
     * @param chargeBoxId null for the whole organisation
     */
    static String list(@Nullable String chargeBoxId) {
        return chargeBoxId == null ? "handshakes" : "handshakes/" + chargeBoxId;
    }

    /**
     * Newest first.
     *
     * @param chargeBoxId null for the whole organisation
     */
    Mono<Page<Handshake>> list(Caller caller, @Nullable String chargeBoxId, int limit, @Nullable TimedPlace after) {
        DatabaseClient.GenericExecuteSpec sql = caller.bind(database.sql("""
                        SELECT id, charge_box_id, reason, address, refused_at FROM (
                            (%s) UNION ALL (%s) ORDER BY refused_at DESC, id DESC LIMIT :most) kept%s
                        ORDER BY refused_at DESC, id DESC LIMIT :limit""".formatted(
                                newest("mode = :mode", chargeBoxId),
                                newest("mode IS NULL", chargeBoxId),
                                after == null ? "" : " WHERE (refused_at, id) < (:afterTime, :afterId)")))
                .bind("oldest", clock.instant().minus(RefusalRetention.TIME))
                .bind(
                        "most",
                        chargeBoxId == null
                                ? RefusalRetention.MOST_PER_ORGANISATION
                                : RefusalRetention.MOST_PER_CHARGER)
                .bind("limit", limit + 1);
        DatabaseClient.GenericExecuteSpec ofCharger = chargeBoxId == null ? sql : sql.bind("chargeBoxId", chargeBoxId);
        DatabaseClient.GenericExecuteSpec bound = after == null
                ? ofCharger
                : ofCharger.bind("afterTime", after.at()).bind("afterId", after.id());
        return bound.map(Handshake::of)
                .all()
                .as(rows -> reads.page(caller.organisationId(), rows))
                .map(handshakes -> Page.of(
                        handshakes,
                        limit,
                        last -> new TimedPlace(last.refusedAt(), last.id()).cursor(list(chargeBoxId))));
    }

    /** Each mode on its own, so that an index finds its newest. */
    private static String newest(String mode, @Nullable String chargeBoxId) {
        return """
                SELECT id, charge_box_id, reason, address, refused_at FROM refused_handshakes
                WHERE organisation_id = :organisation AND %s AND refused_at >= :oldest%s
                ORDER BY refused_at DESC, id DESC LIMIT :most""".formatted(mode, chargeBoxId == null ? "" : " AND charge_box_id = :chargeBoxId");
    }
}
