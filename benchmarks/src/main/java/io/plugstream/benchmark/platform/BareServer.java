package io.plugstream.benchmark.platform;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A baseline in its own process. */
public record BareServer(ChildProcess child, int port) implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    /**
     * Starts one and returns when it accepts connections.
     *
     * @param main gets the port and then {@code more} as arguments
     */
    public static BareServer start(Path directory, List<String> jvm, Class<?> main, Path... more) {
        String name = main.getSimpleName();
        int port = FreePorts.one();
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(port)));
        List.of(more).forEach(path -> arguments.add(path.toString()));
        ChildProcess child = ChildProcess.start(
                directory.resolve(name + ".log"),
                Map.of(),
                StopSignal.TERM,
                JavaCommand.ofMain(directory.resolve(name + ".args"), jvm, main, arguments));
        child.awaitStart(name, START, () -> listens(port));
        return new BareServer(child, port);
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    public JavaProcess process() {
        return new JavaProcess(child.process().toHandle());
    }

    @Override
    public void close() {
        child.close();
    }
}
