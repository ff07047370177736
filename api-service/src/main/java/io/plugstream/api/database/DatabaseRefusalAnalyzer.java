package io.plugstream.api.database;

import io.plugstream.base.Causes;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcPermissionDeniedException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;

/** Lets Spring Boot log one sentence instead of a stack trace if the service cannot connect to PostgreSQL. */
final class DatabaseRefusalAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return Causes.of(failure)
                .flatMap(cause -> Stream.ofNullable(refusal(cause)))
                .findFirst()
                .map(reason -> new FailureAnalysis(reason, null, failure))
                .orElse(null);
    }

    private static @Nullable String refusal(Throwable cause) {
        return switch (cause) {
            case SQLException e
            when isOfConnecting(String.valueOf(e.getSQLState())) ->
                refusal("spring.flyway.url, .user and .password", e);
            case R2dbcPermissionDeniedException e -> refusal("spring.r2dbc.url, .username and .password", e);
            case R2dbcNonTransientResourceException e -> refusal("spring.r2dbc.url, .username and .password", e);
            default -> null;
        };
    }

    /** Connections that failed, rejected credentials and unknown databases. */
    private static boolean isOfConnecting(String state) {
        return state.startsWith("08") || state.startsWith("28") || state.startsWith("3D");
    }

    private static String refusal(String settings, Exception failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return "PostgreSQL cannot be used (%s): %s%s"
                .formatted(settings, failure.getMessage(), cause.equals(failure) ? "" : " (" + cause + ')');
    }
}
