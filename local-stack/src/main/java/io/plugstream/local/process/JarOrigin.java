package io.plugstream.local.process;

import io.plugstream.model.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The jar that something was made from. A jar with the same file is the same; one with the same checksum has the same
 * content, but was built or copied again. Reading a jar of 100 MB costs a second of CPU time, so its checksum is
 * compared only if its file differs.
 *
 * @param file inode, size and time of change. The last change of the content does not help: built jars carry the
 *     release date
 * @param checksum a line of sha256sum(1)
 */
record JarOrigin(String file, String checksum) {

    /** The format of stat(1) for {@link #file}. */
    static final String STAT = "%i %s %Z";

    /** @throws IOException if there is no such jar */
    static JarOrigin of(Path jar) throws IOException {
        // Before the content: if the jar is replaced meanwhile, the next comparison sees another file.
        String file = file(jar);
        return new JarOrigin(file, checksum(jar));
    }

    /** What {@link #writeTo} wrote; equal to no jar's if it is incomplete. */
    static JarOrigin readFrom(Path record) throws IOException {
        List<String> lines = Files.readAllLines(record);
        return lines.size() == 2 ? new JarOrigin(lines.getFirst(), lines.getLast()) : new JarOrigin("", "");
    }

    /** Writes it for {@link StartScript}: {@link #file} in the first line, {@link #checksum} in the last one. */
    void writeTo(Path record) throws IOException {
        Files.write(record, List.of(file, checksum));
    }

    static String file(Path jar) throws IOException {
        FileTime changed = (FileTime) Files.getAttribute(jar, "unix:ctime");
        return "%s %d %d".formatted(Files.getAttribute(jar, "unix:ino"), Files.size(jar), changed.to(TimeUnit.SECONDS));
    }

    private static String checksum(Path jar) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (InputStream content = Files.newInputStream(jar)) {
            content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return HexFormat.of().formatHex(digest.digest()) + "  "
                + jar.toAbsolutePath().normalize();
    }
}
