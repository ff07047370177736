package io.plugstream.benchmark.platform;

import io.plugstream.local.process.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Java process uses. */
public record JavaProcess(ProcessHandle process) {

    /** The last line of a class histogram: objects and bytes of all classes. */
    private static final Pattern TOTAL = Pattern.compile("^Total\\s+\\d+\\s+(\\d+)\\s*$", Pattern.MULTILINE);

    public static JavaProcess of(ServiceProcess service) {
        return new JavaProcess(service.running().orElseThrow());
    }

    /** The CPU time so far. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Runs a full collection and returns the bytes of all remaining objects. */
    public long liveHeap() throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(jcmd("GC.class_histogram"));
        if (!total.find()) {
            throw new IOException("jcmd tells no heap of process " + process.pid());
        }
        return Long.parseLong(total.group(1));
    }

    /** The resident memory after full collections, in KB. */
    public long residentAfterCollection() throws IOException, InterruptedException {
        // The first collection promotes objects, so that the second can compact them.
        var _ = jcmd("GC.run");
        var _ = jcmd("GC.run");
        return resident();
    }

    /** The current resident memory, in KB. */
    public long resident() throws IOException {
        return status("VmRSS:");
    }

    /** The highest resident memory so far, in KB. */
    public long peak() throws IOException {
        return status("VmHWM:");
    }

    private long status(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(
                        line.substring(name.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("process " + process.pid() + " has no resident memory");
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process answer = new ProcessBuilder(jcmd, Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (answer.waitFor() != 0) {
            throw new IOException("jcmd cannot reach process " + process.pid() + ": "
                    + output.lines().findFirst());
        }
        return output;
    }
}
