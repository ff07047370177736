package io.plugstream.benchmark.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The live heap of a Java process. */
public final class LiveHeap {

    /** The last line of a class histogram: objects and bytes of all classes. */
    private static final Pattern TOTAL = Pattern.compile("^Total\\s+\\d+\\s+(\\d+)\\s*$", Pattern.MULTILINE);

    private LiveHeap() {}

    /** Runs a full collection and returns the bytes of all remaining objects. */
    public static long bytes(long pid) throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(jcmd(pid, "GC.class_histogram"));
        if (!total.find()) {
            throw new IOException("jcmd tells no heap of process " + pid);
        }
        return Long.parseLong(total.group(1));
    }

    /** Runs a command of jcmd and returns its output. */
    static String jcmd(long pid, String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(
                    "jcmd cannot reach process " + pid + ": " + output.lines().findFirst());
        }
        return output;
    }
}
