package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.R2dbcPermissionDeniedException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseRefusalAnalyzerTest {

    private final DatabaseRefusalAnalyzer analyzer = new DatabaseRefusalAnalyzer();

    @Test
    void theLogSaysThatTheHostIsUnknownInsteadOfShowingAStackTrace(CapturedOutput output) {
        var application = new SpringApplication(FlywayAutoConfiguration.class);

        assertThatThrownBy(() -> application.run(
                        "--spring.main.web-application-type=none",
                        "--logging.structured.format.console=",
                        "--spring.flyway.url=jdbc:postgresql://postgres.invalid/plugstream"))
                .hasRootCauseInstanceOf(UnknownHostException.class);

        assertThat(output)
                .contains("PostgreSQL cannot be used (spring.flyway.url, .user and .password): ")
                .contains("java.net.UnknownHostException: postgres.invalid")
                .doesNotContain("\tat ");
    }

    @Test
    void aWrongPasswordIsToldWithItsSetting() {
        var flyway = new FlywayException("long", new SQLException("FATAL: password authentication failed", "28P01"));
        var pool = new IllegalStateException(new R2dbcPermissionDeniedException("password authentication failed"));

        assertThat(analyzer.analyze(flyway))
                .isNotNull()
                .extracting(FailureAnalysis::getDescription)
                .isEqualTo("PostgreSQL cannot be used (spring.flyway.url, .user and .password): "
                        + "FATAL: password authentication failed");
        assertThat(analyzer.analyze(pool))
                .isNotNull()
                .extracting(FailureAnalysis::getDescription)
                .isEqualTo("PostgreSQL cannot be used (spring.r2dbc.url, .username and .password): "
                        + "password authentication failed");
    }

    @Test
    void aFailedMigrationKeepsItsStackTrace() {
        assertThat(analyzer.analyze(new FlywayException("long", new SQLException("no such column", "42703"))))
                .isNull();
    }
}
