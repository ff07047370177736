package io.plugstream.webhook;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A receiver of webhooks, on a plain socket so that it can misbehave in every way. Records all requests. */
public final class RecordingReceiver implements AutoCloseable {

    /** A received request. */
    public record Request(String line, Map<String, String> headers, String body, Instant at, int onConnection) {

        String id() {
            return headers.getOrDefault("webhook-id", "");
        }

        HttpHeaders httpHeaders() {
            Map<String, List<String>> all = new TreeMap<>();
            headers.forEach((name, value) -> all.put(name, List.of(value)));
            return HttpHeaders.of(all, (_, _) -> true);
        }
    }

    /** Answers 200 at once. */
    static final Behaviour OK = status(200);

    /** Handles a request; the connection is closed if this throws. */
    @FunctionalInterface
    public interface Behaviour {
        void answer(Request request, Socket socket) throws IOException;
    }

    private final ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    private final Queue<Request> journal = new ConcurrentLinkedQueue<>();
    private final Behaviour behaviour;

    public RecordingReceiver(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::accept);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/hook?x=1";
    }

    public List<Request> journal() {
        return List.copyOf(journal);
    }

    long count(String id) {
        return journal.stream().filter(request -> request.id().equals(id)).count();
    }

    /** A receiver that answers 200 after a delay. */
    static RecordingReceiver delaying(long millis) throws IOException {
        return new RecordingReceiver((_, socket) -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            write(socket, 200, "ok");
        });
    }

    static Behaviour status(int code, String... headers) {
        return (_, socket) -> write(socket, code, "ok", headers);
    }

    static void write(Socket socket, int code, String body, String... headers) throws IOException {
        String head = "HTTP/1.1 " + code + " Some\r\nContent-Length: " + body.length() + "\r\n"
                + String.join("", List.of(headers).stream().map(h -> h + "\r\n").toList()) + "\r\n";
        send(socket, head + body);
    }

    public static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Breaks the connection with a TCP reset. */
    static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int number = 1; !socket.isClosed(); number++) {
                String line = readLine(in);
                if (!line.startsWith("POST ")) {
                    // End of input, or TLS.
                    return;
                }
                Map<String, String> headers = new TreeMap<>();
                for (String header = readLine(in); !header.isEmpty(); header = readLine(in)) {
                    int colon = header.indexOf(':');
                    headers.put(
                            header.substring(0, colon).toLowerCase(Locale.ROOT),
                            header.substring(colon + 1).strip());
                }
                int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
                String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                Request request = new Request(line, headers, body, Instant.now(), number);
                journal.add(request);
                behaviour.answer(request, socket);
            }
        } catch (SocketException e) {
            // The dispatcher or this receiver has closed the connection.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
