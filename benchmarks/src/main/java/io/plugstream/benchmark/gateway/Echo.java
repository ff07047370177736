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
    static Echo start(Path directory, List<String> jvm) throws IOException {
        int port = FreePorts.one();
        Path work = Files.createDirectories(directory.resolve("echo"));
        ChildProcess process = ChildProcess.start(
                directory.resolve("echo.log"),
                Map.of(),
                StopSignal.TERM,
                JavaCommand.ofMain(
                        directory.resolve("echo.args"),
                        jvm,
                        EchoServer.class,
                        List.of(Integer.toString(port), work.toString())));
        process.awaitStart("The echo", START, () -> listens(port));
        return new Echo(process, port);
    }

    private static boolean listens(int port) {
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
