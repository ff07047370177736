package io.plugstream.api.problem;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ServerWebInputException;

/** Says which problem a failure is. What nobody foresaw is an internal error, whose cause stays in the log. */
final class ProblemMapping {

    private ProblemMapping() {}

    static Problem of(Throwable failure) {
        return switch (failure) {
            case ProblemException e -> e.problem();
            case WebExchangeBindException e -> Problem.invalid(BindingFaults.of(e));
            case ServerWebInputException e -> tooLarge(e) ? large() : Problem.invalid(List.of(InputFault.of(e)));
            case ErrorResponse e -> ofStatus(e.getStatusCode().value());
            case ServerExchangeRejectedException _ ->
                Problem.invalid(List.of(new Fault("", "the path or a header has characters that are not allowed")));
            default -> ofOther(failure);
        };
    }

    /** Whether the failure is a surprise, to be logged with its stack. */
    static boolean isBug(Problem problem) {
        return problem.kind() == ProblemType.INTERNAL_ERROR;
    }

    private static Problem ofOther(Throwable failure) {
        if (tooLarge(failure)) {
            return large();
        }
        return Problem.of(isAway(failure) ? ProblemType.UNAVAILABLE : ProblemType.INTERNAL_ERROR);
    }

    private static Problem large() {
        return Problem.of(ProblemType.CONTENT_TOO_LARGE);
    }

    private static boolean tooLarge(Throwable failure) {
        return anyCause(failure, DataBufferLimitException.class);
    }

    /** A statement that the database understood to be wrong is wrong the next time as well. */
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
                        java.io.IOException.class);
    }

    private static boolean anyCause(Throwable failure, Class<?>... kinds) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            for (Class<?> kind : kinds) {
                if (kind.isInstance(cause)) {
                    return true;
                }
            }
        }
        return false;
    }

    static Problem ofStatus(int status) {
        return switch (status) {
            case 401 -> Problem.of(ProblemType.AUTHENTICATION_REQUIRED);
            case 404 -> Problem.of(ProblemType.NOT_FOUND);
            case 405 -> Problem.of(ProblemType.METHOD_NOT_ALLOWED);
            case 406 -> Problem.of(ProblemType.NOT_ACCEPTABLE);
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
