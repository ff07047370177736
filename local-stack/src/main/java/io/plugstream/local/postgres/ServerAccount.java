package io.plugstream.local.postgres;

import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** As whom the server runs: it refuses to be root, which a container's user often is. */
enum ServerAccount {
    /** The account that runs us. */
    OURS(""),
    /** Root, in a user namespace where it is nobody: owns the files as before, but is not root to itself. */
    NAMESPACE("unshare --user"),
    /** Another account, to which the directory is given; where root may not make a namespace. */
    NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups --");

    private final String prefix;

    ServerAccount(String prefix) {
        this.prefix = prefix;
    }

    static ServerAccount forThisProcess() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return OURS;
        }
        return NAMESPACE.works() ? NAMESPACE : NOBODY;
    }

    List<String> command(List<String> command) {
        var whole = new ArrayList<String>();
        Stream.of(prefix.split(" ")).filter(word -> !word.isEmpty()).forEach(whole::add);
        whole.addAll(command);
        return whole;
    }

    /** Where unpacked programs are kept that this account can reach. */
    Path cache(Path directory) {
        if (this == NOBODY) {
            return directory.resolve("programs");
        }
        var cache = System.getenv("XDG_CACHE_HOME");
        var parent =
                cache == null || cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return parent.resolve("plugstream");
    }

    /** Gives {@code directory}, which must be new or its own, to the account. */
    void own(Path directory) throws IOException {
        if (this == NOBODY && run(List.of("chown", "-R", "65534:65534", directory.toString())) != 0) {
            throw new StartException(
                    "PostgreSQL does not run as root, and " + directory + " cannot be given to another account");
        }
    }

    private boolean works() {
        try {
            return Files.exists(Path.of("/proc/self/ns/user")) && run(command(List.of("true"))) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static int run(List<String> command) throws IOException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        } finally {
            process.destroyForcibly();
        }
    }
}
