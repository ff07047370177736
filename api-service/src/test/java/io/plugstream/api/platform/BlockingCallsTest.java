package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class BlockingCallsTest {

    @Test
    void blockingAnEventLoopIsAnError() {
        Mono<Boolean> blocking = Mono.fromCallable(
                        () -> new CountDownLatch(1).await(1, java.util.concurrent.TimeUnit.MILLISECONDS))
                .subscribeOn(Schedulers.parallel());
        assertThatThrownBy(() -> blocking.block(Duration.ofSeconds(10)))
                .hasRootCauseInstanceOf(BlockingOperationError.class);
    }
}
