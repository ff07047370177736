package io.plugstream.benchmark.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A kept-alive connection that sends one request at a time. It is as cheap as possible, because it shares the server's
 * cores.
 */
final class Connection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final byte[] OK = bytes("http/1.1 20");
    private static final byte[] LENGTH = bytes("\r\ncontent-length: ");
    private static final byte[] END_OF_HEAD = bytes("\r\n\r\n");

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];

    /** @param port on loopback */
    Connection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.in = socket.getInputStream();
    }

    /**
     * Sends a request and reads the whole answer.
     *
     * @return the body
     * @throws IOException if the status is neither 200 nor 201, or Content-Length is missing
     */
    byte[] exchange(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        int filled = 0;
        int body = -1;
        while (body < 0) {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read <= 0) {
                throw new EOFException("the connection ended, or a head did not");
            }
            body = after(END_OF_HEAD, Math.max(0, filled - END_OF_HEAD.length), filled + read);
            filled += read;
        }
        if (!isAt(OK, 0)) {
            throw new IOException("answered " + new String(buffer, 0, filled, StandardCharsets.UTF_8));
        }
        byte[] answer = Arrays.copyOfRange(buffer, body, body + length(body));
        int missing = Math.max(0, body + answer.length - filled);
        if (in.readNBytes(answer, answer.length - missing, missing) < missing) {
            throw new EOFException("the connection ended");
        }
        return answer;
    }

    private int length(int end) throws IOException {
        int at = after(LENGTH, 0, end);
        if (at < 0) {
            throw new IOException("an answer without content-length");
        }
        int length = 0;
        for (; buffer[at] >= '0' && buffer[at] <= '9'; at++) {
            length = Math.addExact(Math.multiplyExact(length, 10), buffer[at] - '0');
        }
        return length;
    }

    /** The index after {@code text} between {@code from} and {@code end}; -1 if it is not found. */
    private int after(byte[] text, int from, int end) {
        for (int at = from; at <= end - text.length; at++) {
            if (isAt(text, at)) {
                return at + text.length;
            }
        }
        return -1;
    }

    /** Compares without regard to case; {@code text} must be lower case. */
    private boolean isAt(byte[] text, int at) {
        for (int i = 0; i < text.length; i++) {
            byte there = buffer[at + i];
            if (text[i] != (there >= 'A' && there <= 'Z' ? there + ('a' - 'A') : there)) {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
