package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.plugstream.base.RepeatingThread;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class PingsTest {

    private final AtomicInteger failures = new AtomicInteger();

    /** Otherwise no lost connection would be noticed any more. */
    @Test
    @SuppressWarnings("NullAway") // every ping fails without connections
    void aFailureDoesNotEndThePings() {
        Logger logger = (Logger) LoggerFactory.getLogger(RepeatingThread.class);
        AppenderBase<ILoggingEvent> counting = counting();
        counting.start();
        logger.addAppender(counting);
        Duration time = Duration.ofMillis(50);
        Pings pings = new Pings(null, new ConnectionProperties(time, time, time, time, time));
        pings.start();

        await().until(() -> failures.get() > 1);

        assertThatNullPointerException().isThrownBy(pings::stop);
        logger.detachAppender(counting);
    }

    private AppenderBase<ILoggingEvent> counting() {
        return new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getLevel() == Level.ERROR) {
                    failures.incrementAndGet();
                }
            }
        };
    }
}
