package io.plugstream.benchmark.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The resource use of a process and its children since they began.
 *
 * @param compiling CPU time of living compiler threads, which a long-running process no longer needs; 0 without
 *     {@code /proc}
 * @param contextSwitches context switches of their living threads; 0 without {@code /proc}
 * @param bytes bytes read and written by system calls, in files and sockets; 0 without {@code /proc}
 */
record Use(Duration cpu, Duration compiling, long contextSwitches, long bytes) {

    private static final Path PROC = Path.of("/proc");
    /** The kernel's unit of times. */
    private static final Duration TICK = Duration.ofMillis(10);
    /** Index of the user time among the fields after a thread's name. */
    private static final int USER_TICKS = 11;

    static Use of(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .map(Use::ofOne)
                .reduce(new Use(Duration.ZERO, Duration.ZERO, 0, 0), Use::plus);
    }

    /** The use since {@code earlier}; children that have ended since then do not count. */
    Use since(Use earlier) {
        return new Use(
                cpu.minus(earlier.cpu),
                // The times of ended threads are lost.
                compiling.compareTo(earlier.compiling) > 0 ? compiling.minus(earlier.compiling) : Duration.ZERO,
                Math.max(0, contextSwitches - earlier.contextSwitches),
                Math.max(0, bytes - earlier.bytes));
    }

    private Use plus(Use other) {
        return new Use(
                cpu.plus(other.cpu),
                compiling.plus(other.compiling),
                contextSwitches + other.contextSwitches,
                bytes + other.bytes);
    }

    private static Use ofOne(ProcessHandle process) {
        Path directory = PROC.resolve(Long.toString(process.pid()));
        Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
        Path threads = directory.resolve("task");
        return new Use(
                cpu,
                TICK.multipliedBy(sumOfThreads(threads, thread -> compilerTicks(thread.resolve("stat")))),
                sumOfThreads(
                        threads,
                        thread -> sum(
                                thread.resolve("status"), "voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:")),
                sum(directory.resolve("io"), "rchar:", "wchar:"));
    }

    private static long compilerTicks(Path stat) {
        try {
            String line = Files.readString(stat);
            int end = line.lastIndexOf(')');
            String name = line.substring(line.indexOf('(') + 1, end);
            if (!name.startsWith("C1 Compiler") && !name.startsWith("C2 Compiler")) {
                return 0;
            }
            String[] rest = line.substring(end + 2).split(" ", -1);
            return Long.parseLong(rest[USER_TICKS]) + Long.parseLong(rest[USER_TICKS + 1]);
        } catch (IOException _) {
            return 0;
        }
    }

    private static long sumOfThreads(Path threads, ToLongFunction<Path> count) {
        try (Stream<Path> all = Files.list(threads)) {
            return all.mapToLong(count).sum();
        } catch (IOException _) {
            // The system has no /proc, or the process has ended.
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
