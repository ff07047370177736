package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** A deleted charger's row remains until no event of it can come any more. */
class DeletedChargersIT extends ProjectingService {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void aDeletedChargerIsRememberedForFourteenDays() {
        delete("deleted");

        sweepAfter(Duration.ofDays(13));
        assertThat(rows("deleted")).isEqualTo("1");

        sweepAfter(Duration.ofDays(15));
        assertThat(rows("deleted")).isEqualTo("0");
    }

    @Test
    void aChargerThatWasRegisteredAgainKeepsItsState() {
        delete("again");
        register("again");
        Story story = new Story("again", "CP");
        transactional(service.bean(EventProjection.class).apply(List.of(story.connected())));

        sweepAfter(Duration.ofDays(15));

        assertThat(charger("again")).startsWith("online");
    }

    @Test
    void aRegisteredChargerIsNotForgotten() {
        register("registered");

        sweepAfter(Duration.ofDays(15));

        assertThat(rows("registered")).isEqualTo("1");
    }

    private static void delete(String organisation) {
        transactional(service.bean(ForgottenChargers.class).deleted(new ChargerId(organisation, "CP")));
    }

    private static void register(String organisation) {
        database.run("INSERT INTO organisations VALUES (?, 'Test', 'Free', now())", organisation);
        database.run("""
                INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)
                VALUES (?, 'CP', 'live', repeat('0', 64), now())""", organisation);
        transactional(service.bean(ForgottenChargers.class).registered(organisation, Set.of("CP")));
    }

    /** As if {@code time} had passed. The retention is shorter, because the database's clock cannot be set. */
    private static void sweepAfter(Duration time) {
        RetentionProperties usual = service.bean(RetentionProperties.class);
        var _ = new Retention(
                        service.bean(DatabaseClient.class),
                        new RetentionProperties(
                                usual.usage(),
                                usual.transactions(),
                                usual.deletedChargers().minus(time),
                                usual.every(),
                                usual.batch()),
                        Clock.systemUTC(),
                        new SimpleMeterRegistry())
                .sweep()
                .block(TIMEOUT);
    }

    private static String rows(String organisation) {
        return database.ask("SELECT count(*) FROM charger_states WHERE organisation_id = ?", organisation);
    }

    private static void transactional(Mono<Void> work) {
        work.as(service.bean(TransactionalOperator.class)::transactional).block(TIMEOUT);
    }
}
