package io.plugstream.benchmark.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process and its children have used since they began.
 *
 * @param contextSwitches of their living threads; 0 where there is no {@code /proc}
 * @param bytes that they have read and written with the system's calls, in files and sockets; 0 where there is no {@code /proc}
 */
record Use(Duration cpu, long contextSwitches, long bytes) {

    private static final Path PROC = Path.of("/proc");

    static Use of(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .map(Use::ofOne)
                .reduce(new Use(Duration.ZERO, 0, 0), Use::plus);
    }

    /** What was used since {@code earlier}; children that have ended since count as nothing. */
    Use since(Use earlier) {
        return new Use(
                cpu.minus(earlier.cpu),
                Math.max(0, contextSwitches - earlier.contextSwitches),
                Math.max(0, bytes - earlier.bytes));
    }

    private Use plus(Use other) {
        return new Use(cpu.plus(other.cpu), contextSwitches + other.contextSwitches, bytes + other.bytes);
    }

    private static Use ofOne(ProcessHandle process) {
        Path directory = PROC.resolve(Long.toString(process.pid()));
        Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
        return new Use(cpu, switches(directory.resolve("task")), sum(directory.resolve("io"), "rchar:", "wchar:"));
    }

    private static long switches(Path threads) {
        try (Stream<Path> all = Files.list(threads)) {
            return all.mapToLong(thread ->
                            sum(thread.resolve("status"), "voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"))
                    .sum();
        } catch (IOException _) {
            // Another system, or the process has ended.
            return 0;
        }
    }

    private static long sum(Path file, String... names) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> List.of(names).contains(line.substring(0, line.indexOf(':') + 1)))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (IOException _) {
            return 0;
        }
    }
}
