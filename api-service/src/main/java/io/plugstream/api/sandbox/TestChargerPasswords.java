package io.plugstream.api.sandbox;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.secret.SealedTable;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The stored passwords of test chargers, which the sandbox opens to connect. */
@Component
final class TestChargerPasswords implements SealedTable<ChargerId> {

    private final DatabaseClient database;
    private final Outbox outbox;

    TestChargerPasswords(DatabaseClient database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    static SecretOwner owner(ChargerId id) {
        return new SecretOwner(id.organisationId(), SandboxCharger.owner(id.chargeBoxId()));
    }

    @Override
    public String name() {
        return "sandbox_chargers";
    }

    @Override
    public Flux<Row<ChargerId>> page(@Nullable ChargerId after, int limit) {
        return database.sql("""
                        SELECT organisation_id, charge_box_id, password FROM sandbox_chargers
                        WHERE (organisation_id, charge_box_id) > (:organisation, :chargeBoxId)
                        ORDER BY organisation_id, charge_box_id LIMIT :limit""")
                .bind("organisation", after == null ? "" : after.organisationId())
                .bind("chargeBoxId", after == null ? "" : after.chargeBoxId())
                .bind("limit", limit)
                .map(TestChargerPasswords::row)
                .all();
    }

    private static Row<ChargerId> row(Readable row) {
        ChargerId id = new ChargerId(
                Columns.get(row, "organisation_id", String.class), Columns.get(row, "charge_box_id", String.class));
        return new Row<>(id, owner(id), List.of(Columns.get(row, "password", String.class)));
    }

    @Override
    public Mono<Void> replace(Row<ChargerId> old, List<String> secrets) {
        return database.sql("""
                        UPDATE sandbox_chargers SET password = :password
                        WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId
                            AND password = :oldPassword""")
                .bind("password", secrets.getFirst())
                .bind("organisation", old.key().organisationId())
                .bind("chargeBoxId", old.key().chargeBoxId())
                .bind("oldPassword", old.secrets().getFirst())
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> outbox.enqueue(Topics.SANDBOX_CHARGERS, old.key()));
    }
}
