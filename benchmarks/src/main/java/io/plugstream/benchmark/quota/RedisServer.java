package io.plugstream.benchmark.quota;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machine's {@code redis-server} on a free loopback port, without persistence. */
final class RedisServer implements AutoCloseable {

    private final ChildProcess child;
    private final int port;

    private RedisServer(ChildProcess child, int port) {
        this.child = child;
        this.port = port;
    }

    /** Starts it; empty if it is not on the PATH. */
    static Optional<RedisServer> start(Path directory) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> start(program, directory));
    }

    private static RedisServer start(Path program, Path directory) {
        int port = FreePorts.one();
        List<String> command = List.of(
                program.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                directory.toString());
        return new RedisServer(
                ChildProcess.start(directory.resolve("redis.log"), Map.of(), StopSignal.TERM, command), port);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        child.close();
    }
}
