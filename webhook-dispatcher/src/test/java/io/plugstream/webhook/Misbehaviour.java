package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;

/** Ways in which a receiver misbehaves once it has a request. */
final class Misbehaviour {

    private Misbehaviour() {}

    static void drip(RecordingReceiver.Request request, Socket socket) throws IOException {
        RecordingReceiver.send(socket, "HTTP/1.1 200 RecordingReceiver.OK\r\nContent-Length: 1000\r\n\r\n");
        for (int i = 0; i < 1000; i++) {
            RecordingReceiver.send(socket, "x");
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    static void flood(RecordingReceiver.Request request, Socket socket) throws IOException {
        RecordingReceiver.send(socket, "HTTP/1.1 200 RecordingReceiver.OK\r\nContent-Length: 1000000000\r\n\r\n");
        while (true) {
            RecordingReceiver.send(socket, "x".repeat(8_192));
        }
    }

    /** A decompression bomb: each block would inflate to a thousand times its size. */
    static void floodCompressed(RecordingReceiver.Request request, Socket socket) throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[1_000_000]);
        }
        assertThat(request.headers()).doesNotContainKey("accept-encoding");
        RecordingReceiver.send(
                socket,
                "HTTP/1.1 200 RecordingReceiver.OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n");
        while (true) {
            socket.getOutputStream().write(bomb.toByteArray());
        }
    }
}
