package io.plugstream.api.database;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * A connection of the pool in use. If its user is cancelled while a transaction begins, nobody closes the connection,
 * and the pool would take it back with the transaction open: changes of the next user would be answered, but never
 * committed (ADR 118). Therefore a loan waits until the transaction has begun, and then closes the connection, which
 * rolls back.
 */
final class Loan implements InvocationHandler {

    private static final Logger log = LoggerFactory.getLogger(Loan.class);

    private final Runnable end;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean cancelled;
    private volatile @Nullable Connection connection;
    private volatile Mono<Void> begun = Mono.empty();

    private Loan(Runnable end) {
        this.end = end;
    }

    /** A connection from {@code pool}; {@code end} runs when it is back there. */
    static Mono<Connection> of(ConnectionFactory pool, Runnable end) {
        return Mono.defer(() -> {
            Loan loan = new Loan(end);
            return Mono.<Connection>create(borrower -> {
                        Disposable taking = Mono.from(pool.create())
                                .subscribe(
                                        taken -> borrower.success(loan.proxyOf(taken)),
                                        borrower::error,
                                        borrower::success,
                                        Context.of(borrower.contextView()));
                        // Not called any more once the borrower has the connection.
                        borrower.onCancel(taking);
                    })
                    .doOnCancel(loan::cancel);
        });
    }

    private Connection proxyOf(Connection taken) {
        connection = taken;
        giveBackIfCancelled();
        return (Connection)
                Proxy.newProxyInstance(Loan.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    /** A cancel that arrives here means that nobody else will close the connection. */
    private void cancel() {
        cancelled = true;
        giveBackIfCancelled();
    }

    private void giveBackIfCancelled() {
        Connection taken = connection;
        if (cancelled && taken != null && over.compareAndSet(false, true)) {
            begun.onErrorComplete()
                    .then(giveBack(taken))
                    .subscribe(_ -> {}, failure -> log.warn("A connection was not given back", failure));
        }
    }

    private Mono<Void> giveBack(Connection taken) {
        return Mono.defer(() -> Mono.from(taken.close())).doFinally(_ -> end.run());
    }

    /** Does nothing if the user was cancelled in the moment in which it got the connection: then it is back already. */
    private Mono<Void> close(Connection taken) {
        return Mono.defer(() -> over.compareAndSet(false, true) ? giveBack(taken) : Mono.empty());
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Connection taken = Objects.requireNonNull(connection);
        if (method.getName().equals("close")) {
            return close(taken);
        }
        try {
            Object result = method.invoke(taken, arguments);
            return method.getName().equals("beginTransaction") ? begins((Publisher<?>) result) : result;
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    /** Goes on when its subscriber is cancelled. */
    private Mono<Void> begins(Publisher<?> beginning) {
        Mono<Void> whole = Mono.from(beginning).then().cache();
        begun = whole;
        return whole;
    }
}
