package io.plugstream.benchmark.quota;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The usual way to count calls: a Redis script compares and increments, over a few connections shared by all callers.
 */
final class RedisCounts implements AutoCloseable {

    private static final int CONNECTIONS = 4;
    private static final Duration START = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String LIMIT = Long.toString(Tier.SCALE.dailyCalls() - 1);

    private static final String SCRIPT = """
            local used = tonumber(redis.call('GET', KEYS[1]) or '0')
            if used >= tonumber(ARGV[1]) then return -1 end
            used = redis.call('INCR', KEYS[1])
            if used == 1 then redis.call('EXPIRE', KEYS[1], 172800) end
            return used
            """;

    private final RedisClient client;
    private final List<StatefulRedisConnection<String, String>> pool;
    private final String script;

    RedisCounts(RedisServer server) throws InterruptedException {
        this.client = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
        StatefulRedisConnection<String, String> first = connect();
        this.pool = Stream.concat(
                        Stream.of(first), Stream.generate(client::connect).limit(CONNECTIONS - 1))
                .toList();
        this.script = first.sync().scriptLoad(SCRIPT);
    }

    private StatefulRedisConnection<String, String> connect() throws InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                return client.connect();
            } catch (RedisConnectionException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(Duration.ofMillis(50));
            }
        }
    }

    Run run(Load load, int organisations) throws InterruptedException {
        Run run = new Run(load);
        run.drive(index -> count(run, index, "benchmark-" + index % organisations), TIMEOUT);
        return run;
    }

    private void count(Run run, int index, String organisation) {
        var _ = pool.get(index % CONNECTIONS)
                .async()
                .<Long>evalsha(script, ScriptOutputType.INTEGER, new String[] {organisation}, LIMIT)
                .whenComplete((_, failure) -> {
                    if (failure == null) {
                        run.arrived(index);
                    } else {
                        System.err.println("not counted: " + failure);
                    }
                });
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
