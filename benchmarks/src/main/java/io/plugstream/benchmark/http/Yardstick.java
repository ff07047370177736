package io.plugstream.benchmark.http;

import io.plugstream.benchmark.platform.Stage;
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
record Yardstick(ChildProcess child, int port) implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    /** Starts one that returns the same bytes as both targets, and returns when it answers. */
    static Yardstick start(Path directory, Target webhooks, Target organisation) throws IOException {
        Path list = Files.write(directory.resolve("webhooks.json"), webhooks.answer());
        Path one = Files.write(directory.resolve("organisation.json"), organisation.answer());
        int port = FreePorts.one();
        ChildProcess child = ChildProcess.start(
                directory.resolve("bare.log"),
                Map.of(),
                StopSignal.TERM,
                JavaCommand.ofMain(
                        directory.resolve("bare.args"),
                        Stage.jvm(),
                        BareEndpoint.class,
                        List.of(Integer.toString(port), list.toString(), one.toString())));
        child.awaitStart("The bare endpoint", START, () -> answers(webhooks.at(port)));
        return new Yardstick(child, port);
    }

    private static boolean answers(Target target) {
        try {
            return target.answer().length > 0;
        } catch (IOException _) {
            return false;
        }
    }

    /** The CPU time that it has used. */
    Duration cpu() {
        return child.process().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        child.close();
    }
}
