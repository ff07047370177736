package io.plugstream.benchmark.http;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The {@link BareEndpoint} in its own process, with the memory and garbage collector of a service. */
final class Yardstick implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    private final ChildProcess child;
    private final Target target;

    private Yardstick(ChildProcess child, Target target) {
        this.child = child;
        this.target = target;
    }

    /** Starts one that answers {@code measured}'s request with {@code body}, and returns when it answers. */
    static Yardstick start(Path directory, List<String> jvm, byte[] body, Target measured)
            throws IOException, InterruptedException {
        Path answer = Files.write(directory.resolve("answer.json"), body);
        int port = FreePorts.one();
        ChildProcess child = ChildProcess.start(
                directory.resolve("bare.log"),
                Map.of(),
                StopSignal.TERM,
                JavaCommand.ofMain(
                        directory.resolve("bare.args"),
                        jvm,
                        BareEndpoint.class,
                        List.of(Integer.toString(port), answer.toString())));
        Yardstick yardstick = new Yardstick(child, new Target(port, measured.path(), measured.key()));
        yardstick.awaitAnswer();
        return yardstick;
    }

    Target target() {
        return target;
    }

    private void awaitAnswer() throws InterruptedException, IOException {
        long end = System.nanoTime() + START.toNanos();
        while (!answers()) {
            if (!child.isAlive() || System.nanoTime() > end) {
                throw new IOException("the bare endpoint does not start: " + Files.readString(child.log()));
            }
            Thread.sleep(Duration.ofMillis(100));
        }
    }

    private boolean answers() {
        try {
            return target.answer().length > 0;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
