package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelException;
import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.netty.channel.AbortedException;

class ProblemMappingTest {

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureIsAProblem(Throwable failure, ProblemType expected) {
        assertThat(ProblemMapping.of(failure).kind()).isEqualTo(expected);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ResponseStatusException(HttpStatus.NOT_FOUND), ProblemType.NOT_FOUND),
                Arguments.of(
                        new MethodNotAllowedException("PUT", List.of(HttpMethod.GET)), ProblemType.METHOD_NOT_ALLOWED),
                Arguments.of(new NotAcceptableStatusException(List.of()), ProblemType.NOT_ACCEPTABLE),
                Arguments.of(
                        new UnsupportedMediaTypeStatusException(MediaType.TEXT_PLAIN, List.of()),
                        ProblemType.UNSUPPORTED_MEDIA_TYPE),
                Arguments.of(new ServerWebInputException("bad"), ProblemType.INVALID_REQUEST),
                Arguments.of(
                        new ServerWebInputException("big", null, new DataBufferLimitException("64 KiB")),
                        ProblemType.CONTENT_TOO_LARGE),
                Arguments.of(new DataAccessResourceFailureException("gone"), ProblemType.UNAVAILABLE),
                Arguments.of(new CannotCreateTransactionException("gone"), ProblemType.UNAVAILABLE),
                Arguments.of(new TimeoutException("late"), ProblemType.UNAVAILABLE),
                Arguments.of(new RejectedExecutionException("too many wait for a thread"), ProblemType.UNAVAILABLE),
                Arguments.of(new R2dbcNonTransientResourceException("gone"), ProblemType.UNAVAILABLE),
                Arguments.of(new R2dbcBadGrammarException("SELECT"), ProblemType.INTERNAL_ERROR),
                Arguments.of(
                        new DataIntegrityViolationException("twice", new R2dbcDataIntegrityViolationException("twice")),
                        ProblemType.INTERNAL_ERROR),
                Arguments.of(new ChannelException("request timed out"), ProblemType.REQUEST_TIMEOUT),
                Arguments.of(new AbortedException("Connection has been closed"), ProblemType.REQUEST_TIMEOUT),
                Arguments.of(
                        new ServerWebInputException("cut", null, new ChannelException("request timed out")),
                        ProblemType.REQUEST_TIMEOUT),
                Arguments.of(new IllegalStateException("a bug"), ProblemType.INTERNAL_ERROR));
    }

    /** The driver reports that it cannot write to the database's connection as the server does of a client's. */
    @Test
    void lostConnectionOfTheDatabaseIsNoSlowRequest() {
        AbortedException closed = new AbortedException("Connection has been closed BEFORE send operation");
        R2dbcNonTransientResourceException lost = new R2dbcNonTransientResourceException("gone", "08006", closed);
        assertThat(ProblemMapping.of(lost).kind()).isEqualTo(ProblemType.UNAVAILABLE);
        assertThat(ProblemMapping.of(new DataAccessResourceFailureException("commit", lost))
                        .kind())
                .isEqualTo(ProblemType.UNAVAILABLE);
        assertThat(ProblemMapping.isCut(lost)).isFalse();
    }

    /** Waiting for a lock is not an outage. */
    @Test
    void contentionIsAProblemOfItsOwn() {
        R2dbcTransientResourceException lock = new R2dbcTransientResourceException("lock timeout", "55P03");
        assertThat(ProblemMapping.of(lock).kind()).isEqualTo(ProblemType.UNAVAILABLE);
        assertThat(ProblemMapping.of(lock).detail()).contains("waited too long");
        ContentionException others = new ContentionException("waited behind others");
        assertThat(ProblemMapping.of(others)).isEqualTo(ProblemMapping.of(lock));
        assertThat(ProblemMapping.isContention(others)).isTrue();
        assertThat(ProblemMapping.of(others).detail()).contains("Nothing was changed");
        DataAccessResourceFailureException amid =
                new DataAccessResourceFailureException("no connection", others.amidTheRequest());
        assertThat(ProblemMapping.isContention(amid)).isTrue();
        assertThat(ProblemMapping.of(amid).detail()).contains("waited too long", "completely or not at all");
        assertThat(ProblemMapping.of(new TimeoutException("late")).detail()).doesNotContain("waited too long");
        assertThat(ProblemMapping.isContention(new R2dbcTransientResourceException("gone", "08006")))
                .isFalse();
    }

    @Test
    void messagesOfUnexpectedFailuresAreHidden() {
        assertThat(ProblemMapping.of(new IllegalStateException("password=x")).detail())
                .doesNotContain("password");
    }

    @Test
    void linksOfProblemTypesAreUnique() {
        assertThat(Stream.of(ProblemType.values()).map(ProblemType::link))
                .doesNotHaveDuplicates()
                .allSatisfy(link -> assertThat(link).matches("/problems/[a-z-]+"));
    }
}
