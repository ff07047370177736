package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.log.LogProperties;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Which transaction of a station a command is for. */
class CommandsTest {

    private static final Caller CALLER = new Caller("o", Tier.SCALE, Mode.LIVE, Caller.Credential.API_KEY, "k", false);
    private static final Target STATION = new Target("CS", UUID.randomUUID(), "ocpp2.0.1");
    private static final Target CHARGER = new Target("CP", UUID.randomUUID(), "ocpp1.6");
    private static final NewCommand STOP = new NewCommand(
            CommandAction.REMOTE_STOP_TRANSACTION,
            Json.mapper().createObjectNode().put("transactionId", 501),
            Duration.ofSeconds(30),
            false);

    @Test
    void aTransactionThatHasJustStartedIsFound() {
        Rows rows = new Rows(3);

        StepVerifier.withVirtualTime(() -> commands(rows).stationTransaction(CALLER, STATION, STOP))
                .thenAwait(Duration.ofMillis(200))
                .expectNext(Optional.of("station-own"))
                .verifyComplete();
    }

    @Test
    void anUnknownTransactionIsRefusedAfterHalfASecond() {
        Rows rows = new Rows(Integer.MAX_VALUE);

        StepVerifier.withVirtualTime(() -> commands(rows).stationTransaction(CALLER, STATION, STOP))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(499))
                .thenAwait(Duration.ofMillis(1))
                .verifyError(ProblemException.class);
    }

    @Test
    void aChargerOfOcpp16KnowsTheApisNumber() {
        Rows rows = new Rows(1);

        StepVerifier.create(commands(rows).stationTransaction(CALLER, CHARGER, STOP))
                .expectNext(Optional.empty())
                .verifyComplete();
        assertThat(rows.reads).isZero();
    }

    @SuppressWarnings("NullAway") // nothing is issued
    private static Commands commands(CommandRows rows) {
        return new Commands(rows, null, new LogProperties(Duration.ofSeconds(2)), null, null, null, null, null);
    }

    /** Contains the transaction from a certain read on. */
    private static final class Rows extends CommandRows {

        private final int found;
        private int reads;

        @SuppressWarnings("NullAway") // no database
        Rows(int found) {
            super(null, null, null);
            this.found = found;
        }

        @Override
        Mono<String> stationTransaction(Caller caller, Target target, int transactionId) {
            return Mono.fromSupplier(() -> ++reads < found ? null : "station-own");
        }
    }
}
