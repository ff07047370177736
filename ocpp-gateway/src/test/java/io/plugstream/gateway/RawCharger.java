package io.plugstream.gateway;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** A charger on a plain socket. It uses few resources, so a test can have thousands. */
final class RawCharger implements AutoCloseable {

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int MASKED = 0x80;
    private static final int FINAL = 0x80;
    private static final int COMPRESSED = 0x40;

    private final Socket socket;
    private final InputStream in;
    private final int status;
    private final Map<String, String> headers = new TreeMap<>();

    private RawCharger(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 512);
        this.status = Integer.parseInt(line().split(" ", -1)[1]);
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
    }

    static RawCharger shakeHands(int port, String path, byte[] credentials) throws IOException {
        return shakeHands(port, path, credentials, "ocpp1.6");
    }

    static RawCharger shakeHands(int port, String path, byte[] credentials, String protocols) throws IOException {
        return shakeHands(port, path, credentials, protocols, Map.of());
    }

    static RawCharger shakeHands(
            int port, String path, byte[] credentials, String protocols, Map<String, String> headers)
            throws IOException {
        Socket socket = new Socket("localhost", port);
        try {
            socket.setSoTimeout(60_000);
            String offer = protocols.isEmpty() ? "" : "Sec-WebSocket-Protocol: " + protocols + "\r\n";
            String authorization = credentials.length == 0
                    ? ""
                    : "Authorization: Basic " + Base64.getEncoder().encodeToString(credentials) + "\r\n";
            String more = headers.entrySet().stream()
                    .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
                    .collect(Collectors.joining());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + offer + more + authorization
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new RawCharger(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    int status() {
        return status;
    }

    @Nullable
    String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** Sends a short text frame and returns the next text frame. */
    String exchange(String frame) throws IOException {
        send(frame);
        return new String(read(TEXT), StandardCharsets.UTF_8);
    }

    /** Resets the socket, like a broken network. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Sends a short text frame. */
    void send(String frame) throws IOException {
        byte[] text = frame.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[6 + text.length];
        bytes[0] = (byte) TEXT;
        bytes[1] = (byte) (MASKED | text.length);
        // The mask is four zeros, so the text is unchanged.
        System.arraycopy(text, 0, bytes, 6, text.length);
        socket.getOutputStream().write(bytes);
    }

    /** Sends a text, compressed independently of earlier ones, in frames of at most {@code longest} bytes. */
    void sendCompressed(String text, int longest) throws IOException {
        byte[] whole = deflated(text);
        for (int at = 0; at < whole.length; at += longest) {
            int length = Math.min(longest, whole.length - at);
            boolean last = at + length == whole.length;
            int kind = (at == 0 ? COMPRESSED | 1 : 0) | (last ? FINAL : 0);
            ByteBuffer frame = ByteBuffer.allocate(8 + length + 8).put((byte) kind);
            if (length < 126) {
                frame.put((byte) (MASKED | length));
            } else {
                frame.put((byte) (MASKED | 126)).putShort((short) length);
            }
            frame.putInt(0).put(whole, at, length).flip();
            socket.getOutputStream().write(frame.array(), 0, frame.limit());
        }
    }

    private static byte[] deflated(String text) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = new byte[text.length() * 4 + 64];
        int length = deflater.deflate(bytes, 0, bytes.length, Deflater.SYNC_FLUSH);
        deflater.end();
        // RFC 7692, 7.2.1: the last four bytes are omitted.
        return Arrays.copyOf(bytes, length - 4);
    }

    /** The next text frame. */
    String receive() throws IOException {
        return new String(read(TEXT), StandardCharsets.UTF_8);
    }

    int readCloseCode() throws IOException {
        byte[] payload = read(CLOSE);
        return ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
    }

    void readToEnd() throws IOException {
        try {
            in.skipNBytes(Long.MAX_VALUE);
        } catch (EOFException | SocketException e) {
            // The charger waits for this end.
            return;
        }
    }

    private byte[] read(int wanted) throws IOException {
        while (true) {
            int kind = octet();
            int length = octet();
            byte[] payload = in.readNBytes(length == 126 ? (octet() << 8) | octet() : length);
            if (kind == wanted) {
                return payload;
            }
            if (kind == CLOSE) {
                throw new EOFException("closed");
            }
        }
    }

    private int octet() throws IOException {
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException("the connection ended");
        }
        return octet;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = octet(); octet != '\n'; octet = octet()) {
            if (octet != '\r') {
                line.append((char) octet);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
