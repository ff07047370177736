package io.plugstream.benchmark.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** An HTTP server on loopback, with one thread per request. */
public final class Loopback implements AutoCloseable {

    /** The backlog of connections to accept; with the default of 50, some wait for a second or more. */
    private static final int BACKLOG = 4_096;

    private final HttpServer server;

    /** Returns the status of the answer, which has no body. */
    public interface Receiving {
        int receive(HttpExchange exchange, byte[] body);
    }

    /** Call this before the process starts its first server, which reads these settings for all servers. */
    public static void prepare() {
        // Otherwise an answer waits for the acknowledgement of the previous one.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Otherwise a connection may be closed while the dispatcher sends its next POST over it.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
    }

    /** Starts a server on a free port. */
    public Loopback(Receiving receiving) {
        this(0, receiving);
    }

    /** Starts a server on this port. */
    public Loopback(int port, Receiving receiving) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(receiving.receive(exchange, body), -1);
            }
        });
        server.start();
    }

    /** Its address, which ends with a slash. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
