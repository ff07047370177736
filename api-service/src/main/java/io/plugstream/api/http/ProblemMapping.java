package io.plugstream.api.http;

import io.netty.channel.ChannelException;
import io.plugstream.base.Causes;
import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebInputException;
import reactor.netty.channel.AbortedException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;

/** Maps failures to problems. Unexpected failures become internal errors, whose cause appears only in the log. */
final class ProblemMapping {

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String DEADLOCK = "40P01";
    private static final String CONTENTION = "The request waited too long for others of its organisation or resource.";
    private static final String UNCHANGED = " Nothing was changed; try again.";
    private static final String ALL_OR_NOTHING =
            " It was carried out completely or not at all; a retry with the same Idempotency-Key shows which.";

    private ProblemMapping() {}

    static Problem of(Throwable failure) {
        return switch (failure) {
            case ProblemException e -> e.problem();
            case ServerWebInputException e when isCut(e) -> ofTime();
            case ServerWebInputException e -> tooLarge(e) ? large() : Problem.invalid(List.of(unreadable(e)));
            case ErrorResponse e -> ofStatus(e.getStatusCode().value());
            case ServerExchangeRejectedException _ ->
                Problem.invalid(List.of(new Fault("", "the path or a header has characters that are not allowed")));
            default -> ofOther(failure);
        };
    }

    /** Whether the failure is unexpected and must be logged with its stack trace. */
    static boolean isBug(Problem problem) {
        return problem.kind() == ProblemType.INTERNAL_ERROR;
    }

    /** Why the body is no JSON object; the checks of controllers name other faults. */
    private static Fault unreadable(ServerWebInputException failure) {
        return Causes.of(failure)
                .filter(JacksonException.class::isInstance)
                .map(cause -> unreadable((JacksonException) cause))
                .findFirst()
                .orElseGet(() -> new Fault("", "a JSON body is required"));
    }

    private static Fault unreadable(JacksonException refusal) {
        return switch (refusal) {
            case StreamConstraintsException _ ->
                new Fault("", "is nested too deeply, or has a number or a field name that is too long");
            case StreamReadException _ -> new Fault("", "is not well-formed JSON");
            default -> {
                String path = refusal.processor() instanceof JsonParser parser ? path(parser.streamReadContext()) : "";
                // A tree takes any value of a field, but only one.
                yield path.isEmpty() ? new Fault("", "must be one JSON object") : new Fault(path, "must be given once");
            }
        };
    }

    /** Such as {@code chargers[1].name}; empty outside the object. */
    private static String path(@Nullable TokenStreamContext place) {
        if (place == null) {
            return "";
        }
        String outer = path(place.getParent());
        if (place.inArray() && place.hasCurrentIndex()) {
            return outer + '[' + place.getCurrentIndex() + ']';
        }
        String name = place.currentName();
        if (name == null) {
            return outer;
        }
        return outer.isEmpty() ? name : outer + '.' + name;
    }

    /** Whether the client did not send the whole request in time, or before it left. */
    static boolean isCut(Throwable failure) {
        // The web server's timeout for a stalled request is a ChannelException; its class is not public. The database's
        // driver uses the same library: its failures of that kind tell nothing about the client.
        return anyCause(failure, ChannelException.class, AbortedException.class)
                && !anyCause(failure, R2dbcException.class);
    }

    private static Problem ofTime() {
        return Problem.of(ProblemType.REQUEST_TIMEOUT);
    }

    private static Problem ofOther(Throwable failure) {
        if (tooLarge(failure)) {
            return large();
        }
        if (isCut(failure)) {
            return ofTime();
        }
        if (isContention(failure)) {
            return Problem.of(
                    ProblemType.UNAVAILABLE, CONTENTION + (mayHaveChanged(failure) ? ALL_OR_NOTHING : UNCHANGED));
        }
        return Problem.of(isAway(failure) ? ProblemType.UNAVAILABLE : ProblemType.INTERNAL_ERROR);
    }

    /** Whether the request waited too long for others or for a lock, or ended because of a deadlock. */
    static boolean isContention(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof ContentionException
                        || (cause instanceof R2dbcException refusal
                                && (LOCK_NOT_AVAILABLE.equals(refusal.getSqlState())
                                        || DEADLOCK.equals(refusal.getSqlState()))));
    }

    private static boolean mayHaveChanged(Throwable failure) {
        return Causes.of(failure)
                .anyMatch(cause -> cause instanceof ContentionException wait && !wait.isBeforeAnyChange());
    }

    private static Problem large() {
        return Problem.of(ProblemType.CONTENT_TOO_LARGE);
    }

    private static boolean tooLarge(Throwable failure) {
        return anyCause(failure, DataBufferLimitException.class);
    }

    /** Excludes statements that the database rejected as wrong, because they would fail again. */
    private static boolean isAway(Throwable failure) {
        return !anyCause(failure, R2dbcBadGrammarException.class, R2dbcDataIntegrityViolationException.class)
                && anyCause(
                        failure,
                        TransientDataAccessException.class,
                        NonTransientDataAccessResourceException.class,
                        CannotCreateTransactionException.class,
                        TransactionSystemException.class,
                        R2dbcException.class,
                        KafkaException.class,
                        TimeoutException.class,
                        RejectedExecutionException.class,
                        java.io.IOException.class);
    }

    private static boolean anyCause(Throwable failure, Class<?>... kinds) {
        return Causes.of(failure).anyMatch(cause -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(cause)));
    }

    static Problem ofStatus(int status) {
        return switch (status) {
            case 400 ->
                Problem.invalid(
                        List.of(new Fault("", "the request line, a header or the chunks of the body are malformed")));
            case 401 -> Problem.of(ProblemType.AUTHENTICATION_REQUIRED);
            case 404 -> Problem.of(ProblemType.NOT_FOUND);
            case 405 -> Problem.of(ProblemType.METHOD_NOT_ALLOWED);
            case 406 -> Problem.of(ProblemType.NOT_ACCEPTABLE);
            case 408 -> ofTime();
            case 413 -> large();
            case 414 -> Problem.of(ProblemType.URI_TOO_LONG);
            case 431 -> Problem.of(ProblemType.REQUEST_HEADER_FIELDS_TOO_LARGE);
            case 415 -> Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE);
            case 503 -> Problem.of(ProblemType.UNAVAILABLE);
            default ->
                Problem.of(status >= 400 && status < 500 ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL_ERROR);
        };
    }
}
