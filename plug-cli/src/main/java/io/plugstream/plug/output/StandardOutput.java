package io.plugstream.plug.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why a write failed. Java's own does not. */
public final class StandardOutput extends OutputStream {

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private volatile @Nullable IOException failure;

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Why a write failed; null if none did. */
    public @Nullable String failure() {
        var cause = failure;
        return cause == null ? null : String.valueOf(cause.getMessage());
    }
}
