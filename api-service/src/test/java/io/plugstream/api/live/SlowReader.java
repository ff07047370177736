package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client with small socket buffers that does not read its stream until the test says so. */
final class SlowReader implements AutoCloseable {

    private static final int ROOM = 8 * 1_024;
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final BufferedReader lines;

    private SlowReader(Socket socket, BufferedReader lines) {
        this.socket = socket;
        this.lines = lines;
    }

    /** Returns after the stream's first comment. */
    static SlowReader open(int port, String path, String token) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(ROOM);
        socket.connect(new InetSocketAddress("localhost", port));
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        while (line != null && !line.startsWith(":")) {
            line = lines.readLine();
        }
        assertThat(line).as("the stream opens").isNotNull();
        return new SlowReader(socket, lines);
    }

    /**
     * Reads to the end and returns the last id. Fails unless the last event is {@code overflow}.
     *
     * @param started receives the data of each start of a transaction
     */
    String readToTheEnd(Consumer<String> started) throws IOException {
        String id = "";
        String event = "";
        for (@Nullable String line = lines.readLine(); line != null && !line.equals("0"); line = lines.readLine()) {
            if (line.startsWith("id:")) {
                id = line.substring(3);
            } else if (line.startsWith("event:")) {
                event = line.substring(6);
            } else if (line.startsWith("data:") && event.equals("transaction.started")) {
                started.accept(line.substring(5));
            }
        }
        assertThat(event).isEqualTo("overflow");
        return id;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
