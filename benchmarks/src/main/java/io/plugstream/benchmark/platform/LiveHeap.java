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
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(histogram);
        if (process.waitFor() != 0 || !total.find()) {
            throw new IOException("jcmd cannot reach process " + pid + ": "
                    + histogram.lines().findFirst());
        }
        return Long.parseLong(total.group(1));
    }
}
