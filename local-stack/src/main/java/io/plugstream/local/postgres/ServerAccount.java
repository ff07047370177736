package io.plugstream.local.postgres;

import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The account that the server runs as. PostgreSQL refuses to run as root, which a container's user often is. */
enum ServerAccount {
    /** The account of this process. */
    CURRENT(""),
    /** Root in a user namespace that shows it as nobody: it still owns the files, but PostgreSQL does not see root. */
    NAMESPACE("unshare --user"),
    /**
     * Another account that is given the directory, for systems where root may not create a namespace, such as Docker's
     * containers. It keeps root's right to ignore permissions, because directories above may be closed to others. With
     * the secure bit, access(2) respects that right.
     */
    NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups"
            + " --inh-caps=-all,+dac_override --ambient-caps=-all,+dac_override --securebits=+no_setuid_fixup --");

    private final String prefix;

    ServerAccount(String prefix) {
        this.prefix = prefix;
    }

    /** @throws StartException if this process is root's, and there is no other account */
    static ServerAccount forThisProcess() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return CURRENT;
        }
        return Stream.of(NAMESPACE, NOBODY)
                .filter(ServerAccount::works)
                .findFirst()
                .orElseThrow(() -> new StartException("PostgreSQL does not run as root, and root may neither create a"
                        + " user namespace here nor use another account. Run this as another user"));
    }

    List<String> command(List<String> command) {
        var whole = new ArrayList<String>();
        Stream.of(prefix.split(" ")).filter(word -> !word.isEmpty()).forEach(whole::add);
        whole.addAll(command);
        return whole;
    }

    /** Gives {@code directory} to the account; it must be new or the account's already. */
    void own(Path directory) throws IOException {
        if (this == NOBODY && run(List.of("chown", "-R", "65534:65534", directory.toString())) != 0) {
            throw new StartException(
                    "PostgreSQL does not run as root, and " + directory + " cannot be given to another account");
        }
    }

    /** Whether commands run with this account. */
    boolean works() {
        try {
            return (this != NAMESPACE || Files.exists(Path.of("/proc/self/ns/user")))
                    && run(command(List.of("true"))) == 0;
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
