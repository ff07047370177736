package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.http.ContentionException;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class FairConnectionsTest {

    private static final Duration MOST = Duration.ofSeconds(20);

    private final Pool pool = new Pool();

    /** Two for each line, four together. */
    private final FairConnections connections = new FairConnections(pool, 5);

    @Test
    void aLineTakesItsShareAndTheNextFollowsWhenAConnectionIsBack() {
        List<Request> acme = requests("acme", 3);
        Request other = new Request("other");
        assertThat(acme).extracting(Request::isServed).containsExactly(true, true, false);
        assertThat(other.isServed()).isTrue();

        pool.isSlow = true;
        acme.getFirst().close();
        assertThat(acme.getLast().isServed())
                .as("before the connection is back")
                .isFalse();
        pool.returned.tryEmitEmpty();

        awaitServed(acme.getLast());
        assertThat(pool.taken).hasSize(4);
    }

    @Test
    void theNextConnectionOfAllIsForTheLineThatHasNone() {
        List<Request> acme = requests("acme", 3);
        List<Request> busy = requests("busy", 3);
        Request other = new Request("other");
        assertThat(other.isServed()).isFalse();
        assertThat(connections.waiting()).isEqualTo(3);

        busy.getFirst().close();

        awaitServed(other);
        assertThat(acme.getLast().isServed()).isFalse();
        assertThat(busy.getLast().isServed()).isFalse();
        assertThat(connections.waiting()).isEqualTo(2);
        assertThat(pool.taken).hasSize(5);
    }

    @Test
    void workWithoutALineDoesNotWait() {
        requests("acme", 3);

        assertThat(IntStream.range(0, 10).mapToObj(_ -> new Request(null))).allMatch(Request::isServed);
    }

    @Test
    void aConnectionThatThePoolDoesNotGiveEndsTheTurn() {
        pool.failure = new IllegalStateException("no database");
        assertThat(requests("acme", 2))
                .allSatisfy(
                        request -> assertThatThrownBy(request.connection::join).hasRootCauseMessage("no database"));
        pool.failure = null;

        assertThat(requests("acme", 2)).allMatch(Request::isServed);
    }

    @Test
    void aRequestThatIsCancelledWhileItWaitsLeavesTheLine() {
        List<Request> acme = requests("acme", 4);

        acme.get(2).connection.cancel(true);
        acme.getFirst().close();

        awaitServed(acme.getLast());
    }

    /** As when a client leaves while PostgreSQL begins its transaction. */
    @Test
    void aRequestThatIsCancelledBeforeItsTransactionHasBegunGivesItsTurnBack() {
        List<Sinks.Empty<Void>> begun = new CopyOnWriteArrayList<>();
        AtomicInteger beginnings = new AtomicInteger();
        Connection beginning = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, _) -> switch (method.getName()) {
                    case "isAutoCommit" -> true;
                    case "validate" -> Mono.just(true);
                    case "beginTransaction" ->
                        begun.getLast().asMono().doOnSubscribe(_ -> beginnings.incrementAndGet());
                    case "close", "rollbackTransaction" -> Mono.empty();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        ConnectionFactory driver = new ConnectionFactory() {
            @Override
            public Mono<Connection> create() {
                return Mono.just(beginning);
            }

            @Override
            public ConnectionFactoryMetadata getMetadata() {
                return () -> "test";
            }
        };
        ConnectionPool real = new ConnectionPool(
                ConnectionPoolConfiguration.builder(driver).maxSize(5).build());
        TransactionalOperator transaction =
                TransactionalOperator.create(new R2dbcTransactionManager(new FairConnections(real, 5)));
        for (int number = 0; number < 10; number++) {
            begun.add(Sinks.empty());
            StepVerifier.create(
                            Mono.just(1).as(transaction::transactional).contextWrite(new ConnectionLine("acme")::in))
                    .then(() -> await().atMost(MOST).until(() -> beginnings.get() == begun.size()))
                    .thenCancel()
                    .verify(MOST);
            assertThat(acquired(real)).as("the transaction still begins").isOne();
            begun.getLast().tryEmitEmpty();
            await().atMost(MOST).until(() -> acquired(real) == 0);
        }
        real.dispose();
    }

    private static int acquired(ConnectionPool pool) {
        return pool.getMetrics().orElseThrow().acquiredSize();
    }

    @Test
    void aRequestThatWaitsTooLongFailsWithContention() {
        List<Request> acme = requests("acme", 3);

        assertThatThrownBy(acme.getLast().connection::join).hasCauseInstanceOf(ContentionException.class);
        assertThat(pool.taken).hasSize(2);
    }

    private List<Request> requests(String line, int count) {
        return IntStream.range(0, count).mapToObj(_ -> new Request(line)).toList();
    }

    private static void awaitServed(Request request) {
        await().atMost(MOST).until(request::isServed);
    }

    private final class Request {

        private final CompletableFuture<Connection> connection;

        private Request(@Nullable String line) {
            Mono<Connection> created = connections.create();
            connection = (line == null ? created : created.contextWrite(new ConnectionLine(line)::in)).toFuture();
        }

        private boolean isServed() {
            return connection.isDone() && !connection.isCompletedExceptionally();
        }

        private void close() {
            Mono.from(connection.join().close()).subscribe();
        }
    }

    /** Gives as many connections as wanted. */
    private static final class Pool implements ConnectionFactory {

        private final List<Connection> taken = new CopyOnWriteArrayList<>();
        private final Sinks.Empty<Void> returned = Sinks.empty();
        private boolean isSlow;
        private @Nullable RuntimeException failure;

        @Override
        public Mono<Connection> create() {
            return failure == null ? Mono.fromCallable(this::take) : Mono.error(failure);
        }

        private Connection take() {
            Connection connection = (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (_, method, _) -> {
                        assertThat(method.getName()).isEqualTo("close");
                        return isSlow ? returned.asMono() : Mono.empty();
                    });
            taken.add(connection);
            return connection;
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return () -> "test";
        }
    }
}
