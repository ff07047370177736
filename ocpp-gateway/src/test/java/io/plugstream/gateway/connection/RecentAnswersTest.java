package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentAnswersTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final RecentAnswers answers = new RecentAnswers();

    @Test
    void knowsTheAnswerToTheSameFrame() {
        answers.remember("1", "[2,\"1\",\"A\",{}]", "answer", NOW);

        assertThat(answers.to("1", "[2,\"1\",\"A\",{}]", NOW)).contains("answer");
        assertThat(answers.to("1", "[2,\"1\",\"B\",{}]", NOW)).isEmpty();
        assertThat(answers.to("2", "[2,\"1\",\"A\",{}]", NOW)).isEmpty();
    }

    @Test
    void otherContentWithTheSameIdReplacesTheFormer() {
        answers.remember("1", "first", "one", NOW);
        answers.remember("1", "second", "two", NOW);

        assertThat(answers.to("1", "first", NOW)).isEmpty();
        assertThat(answers.to("1", "second", NOW)).contains("two");
    }

    @Test
    void forgetsOldAnswers() {
        answers.remember("1", "frame", "answer", NOW);

        assertThat(answers.to("1", "frame", NOW.plus(RecentAnswers.KEPT).minusMillis(1)))
                .isPresent();
        assertThat(answers.to("1", "frame", NOW.plus(RecentAnswers.KEPT))).isEmpty();
    }

    @Test
    void remembersOnlyTheLastAnswersAndNoLongIds() {
        for (int id = 0; id <= RecentAnswers.MOST; id++) {
            answers.remember("id" + id, "frame", "answer", NOW);
        }
        String longId = "x".repeat(RecentAnswers.LONGEST_ID + 1);
        answers.remember(longId, "frame", "answer", NOW);

        assertThat(answers.to("id0", "frame", NOW)).isEmpty();
        assertThat(answers.to("id1", "frame", NOW)).isPresent();
        assertThat(answers.to(longId, "frame", NOW)).isEmpty();
    }
}
