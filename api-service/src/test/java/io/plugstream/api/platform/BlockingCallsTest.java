package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class BlockingCallsTest {

    /** It has time to begin waiting: a call whose time is over before does not block. */
    @Test
    void blockingAnEventLoopIsAnError() {
        Mono<Boolean> blocking = Mono.fromCallable(() -> new CountDownLatch(1).await(1, TimeUnit.MINUTES))
                .subscribeOn(Schedulers.parallel());
        assertThatThrownBy(() -> blocking.block(Duration.ofSeconds(10)))
                .hasRootCauseInstanceOf(BlockingOperationError.class);
    }
}
