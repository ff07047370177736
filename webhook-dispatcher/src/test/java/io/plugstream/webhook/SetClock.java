package io.plugstream.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** A wall clock that tests set while the dispatcher runs. */
@TestConfiguration(proxyBeanMethods = false)
public class SetClock implements InstantSource {

    private static volatile Duration ahead = Duration.ZERO;

    /** Sets the clock to this much ahead of the real time; negative for behind. */
    static void set(Duration step) {
        ahead = step;
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Bean
    Clock clockOfTests() {
        return withZone(ZoneOffset.UTC);
    }
}
