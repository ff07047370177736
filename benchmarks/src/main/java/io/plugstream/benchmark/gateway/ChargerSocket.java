package io.plugstream.benchmark.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A charger's WebSocket on a plain channel, because client and server share the cores. */
final class ChargerSocket implements AutoCloseable {

    private static final int PING = 0x89;
    private static final int CLOSE = 0x88;
    private static final int TEXT = 0x81;
    private static final int LONG = 126;
    private static final Pattern RETRY_AFTER = Pattern.compile("^HTTP/1.1 503[\\s\\S]*\r\nRetry-After: (\\d{1,3})\r\n");
    private static final int MOST_TRIES = 20;
    private static final int HEAD = 2048;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(512);

    private ChargerSocket(SocketChannel channel) {
        this.channel = channel;
    }

    /** A 503 answer with Retry-After. */
    static final class BusyException extends IOException {

        private static final long serialVersionUID = 1;

        private final Duration after;

        BusyException(String head, Duration after) {
            super("the handshake was answered: " + head);
            this.after = after;
        }

        /** The time to wait before the next attempt. */
        Duration after() {
            return after;
        }
    }

    /** Does the handshake as {@code chargeBox}, and retries while the server answers with Retry-After. */
    static ChargerSocket connect(int port, String protocol, String organisation, String chargeBox, String password)
            throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return shakeHands(port, protocol, organisation, chargeBox, password);
            } catch (BusyException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
                Thread.sleep(e.after());
            }
        }
    }

    /** Does the handshake once. The channel is in blocking mode. */
    static ChargerSocket shakeHands(int port, String protocol, String organisation, String chargeBox, String password)
            throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            String credentials = Base64.getEncoder()
                    .encodeToString((chargeBox + ':' + password).getBytes(StandardCharsets.US_ASCII));
            channel.write(ByteBuffer.wrap(
                    request(protocol, organisation, chargeBox, credentials).getBytes(StandardCharsets.US_ASCII)));
            ChargerSocket socket = new ChargerSocket(channel);
            socket.readHead();
            return socket;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String request(String protocol, String organisation, String chargeBox, String credentials) {
        return String.join(
                "\r\n",
                "GET /ocpp/" + organisation + '/' + chargeBox + " HTTP/1.1",
                "Host: localhost",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol: " + protocol + extensions(protocol),
                "Authorization: Basic " + credentials,
                "",
                "");
    }

    /** A station offers compression, but neither side compresses anything. */
    private static String extensions(String protocol) {
        return protocol.equals("ocpp1.6")
                ? ""
                : "\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover";
    }

    SocketChannel channel() {
        return channel;
    }

    private void readHead() throws IOException {
        ByteBuffer octets = ByteBuffer.allocate(HEAD);
        String head = "";
        int end = -1;
        while (end < 0) {
            if (channel.read(octets) <= 0) {
                throw new EOFException("the handshake ended after: " + head);
            }
            head = new String(octets.array(), 0, octets.position(), StandardCharsets.ISO_8859_1);
            end = head.indexOf(END_OF_HEAD);
        }
        Matcher busy = RETRY_AFTER.matcher(head);
        if (busy.find()) {
            throw new BusyException(head, Duration.ofSeconds(Long.parseLong(busy.group(1))));
        }
        if (!head.startsWith("HTTP/1.1 101")) {
            throw new IOException("the handshake was answered: " + head);
        }
        in.put(octets.flip().position(end + END_OF_HEAD.length()));
    }

    void send(ByteBuffer frame) throws IOException {
        while (frame.hasRemaining()) {
            if (channel.write(frame) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Reads the available frames, answers pings and passes texts to {@code texts}. */
    void read(Consumer<byte[]> texts) throws IOException {
        if (channel.read(in) < 0) {
            throw new EOFException("the server closed a socket");
        }
        in.flip();
        boolean more = readFrame(texts);
        while (more) {
            more = readFrame(texts);
        }
        in.compact();
    }

    /** Returns false if there is no complete frame. */
    private boolean readFrame(Consumer<byte[]> texts) throws IOException {
        if (in.remaining() < 2) {
            return false;
        }
        in.mark();
        int kind = in.get() & 0xff;
        int length = in.get();
        if (length == LONG) {
            length = in.remaining() < 2 ? Integer.MAX_VALUE : in.getShort();
        }
        if (in.remaining() < length) {
            in.reset();
            return false;
        }
        byte[] payload = new byte[length];
        in.get(payload);
        switch (kind) {
            case TEXT -> texts.accept(payload);
            case PING -> send(ByteBuffer.wrap(new byte[] {(byte) 0x8a, (byte) 0x80, 0, 0, 0, 0}));
            case CLOSE -> throw new EOFException("the server closed a socket: " + reason(payload));
            default -> throw new IOException("the server sent a frame of kind " + Integer.toHexString(kind));
        }
        return true;
    }

    /** The status and reason of a Close frame: RFC 6455, section 5.5.1. */
    private static String reason(byte[] payload) {
        return payload.length < 2
                ? "no status"
                : (ByteBuffer.wrap(payload).getShort() & 0xffff) + " "
                        + new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
