package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class LoanTest {

    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** Spring closes a connection whose user is cancelled when it gets the connection, as the loan itself does. */
    @Test
    void aConnectionIsGivenBackOnce() {
        List<Connection> taken = new ArrayList<>();
        Loan.of(new Pool(), ended::incrementAndGet).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                requestUnbounded();
            }

            @Override
            protected void hookOnNext(Connection connection) {
                taken.add(connection);
                cancel();
            }
        });

        StepVerifier.create(Mono.defer(() -> Mono.from(taken.getFirst().close())))
                .verifyComplete();
        assertThat(closed).hasValue(1);
        assertThat(ended).hasValue(1);
    }

    /** Like the pool's, a connection cannot be closed twice. */
    private final class Pool implements ConnectionFactory {

        @Override
        public Mono<Connection> create() {
            return Mono.just((Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (_, method, _) -> {
                        assertThat(method.getName()).isEqualTo("close");
                        if (closed.incrementAndGet() > 1) {
                            throw new IllegalStateException("The connection is closed");
                        }
                        return Mono.empty();
                    }));
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return () -> "test";
        }
    }
}
