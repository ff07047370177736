package io.plugstream.benchmark.gateway;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The {@link EchoServer} in its own process, with the memory and garbage collector of a service. */
record Echo(ChildProcess process, int port) implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    /** Starts one and returns when it accepts connections. */
    static Echo start(Path directory, List<String> jvm) throws IOException, InterruptedException {
        int port = FreePorts.one();
        Path work = Files.createDirectories(directory.resolve("echo"));
        Echo echo = new Echo(
                ChildProcess.start(
                        directory.resolve("echo.log"),
                        Map.of(),
                        StopSignal.TERM,
                        JavaCommand.ofMain(
                                directory.resolve("echo.args"),
                                jvm,
                                EchoServer.class,
                                List.of(Integer.toString(port), work.toString()))),
                port);
        echo.awaitListening();
        return echo;
    }

    private void awaitListening() throws InterruptedException, IOException {
        long end = System.nanoTime() + START.toNanos();
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("the echo does not start: " + Files.readString(process.log()));
            }
            Thread.sleep(Duration.ofMillis(100));
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
