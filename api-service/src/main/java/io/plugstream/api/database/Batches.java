package io.plugstream.api.database;

import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import reactor.core.publisher.Mono;

/** Deletes many rows in batches, because one statement for all of them could exceed its time limit each time. */
public final class Batches {

    private Batches() {}

    /**
     * Repeats a statement that deletes at most {@code :most} rows until it deletes fewer. Each batch is committed.
     *
     * @return the number of deleted rows
     */
    public static Mono<Long> delete(GenericExecuteSpec statement, int most) {
        return delete(
                Mono.defer(() -> statement.bind("most", most).fetch().rowsUpdated())
                        .timeout(DatabaseTimeouts.SWEEP),
                most);
    }

    /**
     * Repeats a batch that deletes at most {@code most} rows until it deletes fewer.
     *
     * @param batch deletes rows at each subscription and returns their number
     * @return the number of deleted rows
     */
    public static Mono<Long> delete(Mono<Long> batch, int most) {
        return batch.expand(deleted -> deleted < most ? Mono.empty() : batch).reduce(0L, Long::sum);
    }
}
