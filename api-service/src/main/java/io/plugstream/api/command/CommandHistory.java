package io.plugstream.api.command;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimedPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists a charger's commands for as long as they are kept. */
@Component
class CommandHistory {

    /** A page ends with the command whose response exceeds this total, because a response may have up to 64 KiB. */
    static final int MOST_CHARACTERS = 1024 * 1024;

    private final DatabaseClient database;
    private final Reads reads;

    CommandHistory(DatabaseClient database, Reads reads) {
        this.database = database;
        this.reads = reads;
    }

    /** The name of a charger's list in cursors. */
    static String list(String chargeBoxId) {
        return "commands/" + chargeBoxId;
    }

    /** Newest first. */
    Mono<Page<Command>> list(Caller caller, Target target, int limit, @Nullable TimedPlace after) {
        DatabaseClient.GenericExecuteSpec sql = caller.bind(database.sql(CommandRows.SELECT
                        + """
                         WHERE organisation_id = :organisation AND mode = :mode AND charge_box_id = :chargeBoxId%s
                        ORDER BY created_at DESC, id DESC LIMIT :limit""".formatted(after == null ? "" : " AND (created_at, id) < (:afterTime, :afterId)")))
                .bind("chargeBoxId", target.chargeBoxId())
                .bind("limit", limit + 1);
        DatabaseClient.GenericExecuteSpec bound =
                after == null ? sql : sql.bind("afterTime", after.at()).bind("afterId", after.id());
        return page(list(target.chargeBoxId()), bound.map(StoredCommand::of).all(), limit)
                .timeout(DatabaseTimeouts.REQUEST)
                .as(read -> reads.run(caller.organisationId(), read));
    }

    /**
     * Builds a page.
     *
     * @param list the list's name in cursors
     * @param newestFirst up to one more command than {@code limit}; cancelled once the page is full
     */
    static Mono<Page<Command>> page(String list, Flux<StoredCommand> newestFirst, int limit) {
        return Mono.defer(() -> {
            Budget budget = new Budget();
            return newestFirst
                    .takeUntil(budget::isOverdrawnBefore)
                    .collectList()
                    .map(read -> {
                        List<Command> commands =
                                read.stream().map(StoredCommand::command).toList();
                        int most = budget.isOverdrawn() ? Math.min(limit, commands.size() - 1) : limit;
                        return Page.of(
                                commands, most, last -> new TimedPlace(last.createdAt(), last.id()).cursor(list));
                    });
        });
    }

    /** The total length of a page's responses. */
    private static final class Budget {

        private long characters;
        private boolean overdrawn;

        /** Whether the page is full before {@code command}, which then only shows that another page follows. */
        boolean isOverdrawnBefore(StoredCommand command) {
            overdrawn = characters > MOST_CHARACTERS;
            characters += command.characters();
            return overdrawn;
        }

        boolean isOverdrawn() {
            return overdrawn;
        }
    }
}
