package io.plugstream.benchmark.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A kept-alive connection that sends one request at a time, as cheaply as it can be done: it shares the server's cores. */
final class Connection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final String LENGTH = "content-length:";
    private static final String OK = "HTTP/1.1 200";

    private final Socket socket;
    private final InputStream in;
    private final byte[] request;

    Connection(Target target) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), target.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        this.request = target.request();
    }

    /** Sends the request it was opened for; otherwise as {@link #exchange(byte[])}. */
    byte[] exchange() throws IOException {
        return exchange(request);
    }

    /**
     * Sends a request and reads the whole answer.
     *
     * @return the body
     * @throws IOException if it is not 200, or does not say how long it is
     */
    byte[] exchange(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        String status = line();
        if (!status.startsWith(OK)) {
            throw new IOException("answered " + status);
        }
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("an answer without " + LENGTH.toLowerCase(Locale.ROOT));
        }
        return in.readNBytes(length);
    }

    private String line() throws IOException {
        byte[] bytes = new byte[1024];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended");
            }
            bytes[length++] = (byte) next;
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
