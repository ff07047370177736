package io.plugstream.gateway.publish;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BoundedWaitTest {

    private final AtomicBoolean failed = new AtomicBoolean();

    /** Otherwise no charger's message would time out any more. */
    @Test
    @Timeout(10)
    void messagesTimeOutAfterAnError() {
        BoundedWait waits = new BoundedWait(FakeKafka.QUICK);

        assertThatThrownBy(() -> waits.await(new FailingAnswer())).isInstanceOf(NotAcknowledgedException.class);

        waits.destroy();
    }

    /** Fails at the first timeout, like a class that cannot be loaded. */
    private final class FailingAnswer extends CompletableFuture<Void> {

        @Override
        public CompletableFuture<Void> copy() {
            return this;
        }

        @Override
        public boolean completeExceptionally(Throwable failure) {
            if (failed.compareAndSet(false, true)) {
                throw new NoClassDefFoundError("for a test");
            }
            return super.completeExceptionally(failure);
        }
    }
}
