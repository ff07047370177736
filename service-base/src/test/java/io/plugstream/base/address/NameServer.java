package io.plugstream.base.address;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A DNS server that resolves one name to 10.0.0.1 and records queries (RFC 1035, section 4). */
final class NameServer implements AutoCloseable {

    private static final int HEAD = 12;
    private static final short FOUND = (short) 0x8180;
    private static final short NO_SUCH_NAME = (short) 0x8183;

    private final String known;
    private final DatagramSocket socket;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    NameServer(String known) {
        this.known = known;
        try {
            this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::serve);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                DatagramPacket query = new DatagramPacket(new byte[512], 512);
                socket.receive(query);
                byte[] answer = answer(ByteBuffer.wrap(query.getData(), 0, query.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private byte[] answer(ByteBuffer query) {
        short id = query.getShort();
        String name = name(query.position(HEAD));
        asked.add(name);
        byte[] question = new byte[query.position() + 4 - HEAD];
        query.position(HEAD).get(question);
        boolean found = name.equals(known);
        ByteBuffer answer = ByteBuffer.allocate(HEAD + question.length + 16);
        answer.putShort(id).putShort(found ? FOUND : NO_SUCH_NAME);
        answer.putShort((short) 1).putShort((short) (found ? 1 : 0)).putInt(0).put(question);
        if (found) {
            // A pointer to the question's name, type A, class IN, a TTL of one second, four bytes.
            answer.putShort((short) 0xc00c)
                    .putShort((short) 1)
                    .putShort((short) 1)
                    .putInt(1);
            answer.putShort((short) 4).put(new byte[] {10, 0, 0, 1});
        }
        byte[] bytes = new byte[answer.position()];
        answer.flip().get(bytes);
        return bytes;
    }

    private static String name(ByteBuffer query) {
        StringBuilder name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            byte[] label = new byte[length];
            query.get(label);
            name.append(new String(label, StandardCharsets.US_ASCII)).append('.');
        }
        return name.toString();
    }

    @Override
    public void close() {
        socket.close();
    }
}
