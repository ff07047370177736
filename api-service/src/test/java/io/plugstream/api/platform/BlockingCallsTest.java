package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class BlockingCallsTest {

    @Test
    void aBlockingCallOnANonBlockingThreadIsAnError() {
        Mono<Integer> blocking = Mono.fromCallable(() -> {
                    Thread.sleep(1);
                    return 1;
                })
                .subscribeOn(Schedulers.parallel());

        assertThatThrownBy(blocking::block).hasRootCauseInstanceOf(BlockingOperationError.class);
    }
}
