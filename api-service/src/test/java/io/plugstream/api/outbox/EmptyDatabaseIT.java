package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.StartRefusedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The service starts on a database without organisations, for example because its address is wrong. */
class EmptyDatabaseIT {

    private static final String WITHDRAW_NOTHING = "--plugstream.outbox.withdraw-all=false";
    private static final String WITHDRAW = "--plugstream.outbox.withdraw-all=true";

    private final Kafka kafka = RealParts.kafka();
    private final ChargerId charger = new ChargerId("kept", "CP-1");

    @Test
    void registrationsAreWithdrawnOnlyIfTheOperatorConfirmsIt() {
        Database database = Database.fresh(RealParts.postgres());
        Settings settings = new Settings(database);
        settings.addOrganisation("kept", "Scale");
        settings.addCharger(charger);
        try (RunningService _ = RunningService.start(kafka, database)) {
            settings.awaitEmptyOutbox();
        }
        Database empty = Database.fresh(RealParts.postgres());

        assertThatThrownBy(() ->
                        RunningService.start(kafka, empty, WITHDRAW_NOTHING).close())
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContainingAll("has no organisation", "plugstream.outbox.withdraw-all");

        try (var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            topic.await(charger, Objects::nonNull);
            try (RunningService _ = RunningService.start(kafka, empty, WITHDRAW)) {
                topic.await(charger, Objects::isNull);
            }
        }
    }
}
