package io.plugstream.benchmark.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The resident memory of a Java process. */
final class Memory {

    private static final String RESIDENT = "VmRSS:";

    private Memory() {}

    /** In KB, after full collections. */
    static long afterCollection(long pid) throws IOException, InterruptedException {
        // The first promotes what the second can move together.
        collect(pid);
        collect(pid);
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith(RESIDENT)) {
                return Long.parseLong(
                        line.substring(RESIDENT.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("process " + pid + " has no resident memory");
    }

    private static void collect(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("jcmd cannot reach process " + pid);
        }
    }
}
