package io.plugstream.base;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RepeatedLinesTest {

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private static final org.slf4j.Logger log = LoggerFactory.getLogger("a.Service");

    private final AtomicLong nanos = new AtomicLong();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final RepeatedLines filter = new RepeatedLines(nanos::get);

    @BeforeEach
    void watch() {
        lines.start();
        ROOT.addAppender(lines);
        filter.start();
    }

    @AfterEach
    void leave() {
        filter.stop();
        ROOT.detachAppender(lines);
    }

    @Test
    void aWarningIsLoggedTenTimesAMinute() {
        for (var i = 1; i <= 25; i++) {
            log.warn("The database is away: {}", i);
        }
        log.warn("Something else");
        log.info("Not a warning");

        assertThat(messages())
                .hasSize(12)
                .contains("The database is away: 10", "Something else", "Not a warning")
                .doesNotContain("The database is away: 11");
    }

    @Test
    void thenItIsLoggedAgainWithTheNumberOfOmittedLines() {
        for (var i = 1; i <= 25; i++) {
            log.warn("The database is away: {}", i);
        }
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        log.warn("The database is away: {}", 26);

        assertThat(messages())
                .contains(
                        "Repeated lines were left out of the log within a minute:"
                                + " 15 of a.Service \"The database is away: {}\"",
                        "The database is away: 26");
    }

    /** Some libraries write a connection's id into the message, so that strangers cause new lines without end. */
    @Test
    void linesThatAllDifferAreLimitedTogether() {
        for (var i = 1; i <= 5_000; i++) {
            log.warn("[connection " + i + "] Not HTTP");
        }

        assertThat(messages()).hasSizeLessThan(1_100);
    }

    @Test
    void informationIsNeverLeftOut() {
        for (var i = 1; i <= 25; i++) {
            log.info("Charger {} was registered", i);
        }

        assertThat(messages()).hasSize(25);
    }

    @Test
    void aStoppedServiceLeavesNoFilter() {
        filter.stop();
        for (var i = 1; i <= 25; i++) {
            log.warn("The database is away: {}", i);
        }

        assertThat(messages()).hasSize(25);
    }

    private List<String> messages() {
        return lines.list.stream()
                .filter(event -> event.getLoggerName().startsWith("a.")
                        || event.getLoggerName().equals(RepeatedLines.class.getName()))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
