package io.plugstream.benchmark.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The resident memory of a Java process. */
public final class ResidentMemory {

    private static final String NOW = "VmRSS:";
    private static final String PEAK = "VmHWM:";

    private ResidentMemory() {}

    /** The memory after full collections, in KB. */
    public static long afterCollection(long pid) throws IOException, InterruptedException {
        // The first collection promotes objects, so that the second can compact them.
        var _ = LiveHeap.jcmd(pid, "GC.run");
        var _ = LiveHeap.jcmd(pid, "GC.run");
        return now(pid);
    }

    /** The current memory, in KB. */
    public static long now(long pid) throws IOException {
        return read(pid, NOW);
    }

    /** The highest memory so far, in KB. */
    public static long peak(long pid) throws IOException {
        return read(pid, PEAK);
    }

    private static long read(long pid, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(
                        line.substring(name.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("process " + pid + " has no resident memory");
    }
}
