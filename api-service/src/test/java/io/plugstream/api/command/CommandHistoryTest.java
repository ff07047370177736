package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimedPlace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

class CommandHistoryTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final int LONG = CommandHistory.MOST_CHARACTERS / 4;

    @Test
    void pageOfShortAnswersHasTheRequestedSize() {
        Page<Command> page = page(commands(5, 20), 4);

        assertThat(page.entries()).hasSize(4);
        Command last = page.entries().getLast();
        assertThat(page.nextCursor())
                .isEqualTo(new TimedPlace(last.createdAt(), last.id())
                        .cursor("list")
                        .text());
        assertThat(page(commands(4, 20), 4).nextCursor()).isNull();
        assertThat(page(List.of(), 4).entries()).isEmpty();
    }

    @Test
    void pageOfLongAnswersIsShorterAndHasANextPage() {
        List<StoredCommand> all = commands(50, LONG);
        List<StoredCommand> asked = new ArrayList<>();

        Page<Command> page = Objects.requireNonNull(
                CommandHistory.page("list", Flux.fromIterable(all).doOnNext(asked::add), 40)
                        .block());

        assertThat(page.entries())
                .containsExactlyElementsOf(
                        all.stream().limit(5).map(StoredCommand::command).toList());
        assertThat(page.nextCursor()).isNotNull();
        assertThat(asked).hasSize(6);
    }

    @Test
    void lastPageOfLongAnswersHasNoNextPage() {
        assertThat(page(commands(5, LONG), 40).nextCursor()).isNull();
        assertThat(page(commands(5, LONG), 40).entries()).hasSize(5);
    }

    @Test
    void oneTooLongAnswerIsAPageOfItsOwn() {
        assertThat(page(commands(2, 5 * LONG), 40).entries()).hasSize(1);
        assertThat(page(commands(1, 5 * LONG), 40).nextCursor()).isNull();
    }

    private static Page<Command> page(List<StoredCommand> newestFirst, int limit) {
        return Objects.requireNonNull(CommandHistory.page("list", Flux.fromIterable(newestFirst), limit)
                .block());
    }

    private static List<StoredCommand> commands(int number, int characters) {
        return IntStream.range(0, number)
                .mapToObj(i -> new StoredCommand(
                        new Command(
                                new UUID(0, i),
                                "CP",
                                "Reset",
                                CommandStatus.ACCEPTED,
                                true,
                                null,
                                null,
                                null,
                                null,
                                NOW.minusSeconds(i),
                                null,
                                null,
                                NOW),
                        characters))
                .toList();
    }
}
