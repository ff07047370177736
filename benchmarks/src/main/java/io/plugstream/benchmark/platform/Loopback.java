package io.plugstream.benchmark.platform;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;

/** HTTP servers on loopback, with one thread per request. */
public final class Loopback {

    /** The backlog of connections to accept; with the default of 50, some wait for a second or more. */
    private static final int BACKLOG = 4_096;

    private Loopback() {}

    /** Call this before the process starts its first server, which reads these settings for all servers. */
    public static void prepare() {
        // Otherwise an answer waits for the acknowledgement of the previous one.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Otherwise a connection may be closed while the dispatcher sends its next POST over it.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
    }

    /** Starts a server with these handlers by path on a free port. */
    public static HttpServer start(Map<String, HttpHandler> handlers) {
        return start(0, handlers);
    }

    /** The same on this port. */
    public static HttpServer start(int port, Map<String, HttpHandler> handlers) {
        try {
            HttpServer server =
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            handlers.forEach(server::createContext);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
