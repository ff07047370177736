package io.plugstream.benchmark.platform;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;

/** HTTP servers on loopback, with a thread for each request. */
public final class Loopback {

    /** Connections that wait to be accepted; the system's own default of 50 makes others wait for a second or more. */
    private static final int BACKLOG = 4_096;

    private Loopback() {}

    /** To be called before the process starts its first server, which reads the settings of all. */
    public static void prepare() {
        // Or an answer waits for the acknowledgement of the one before it.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Or a connection is closed while the dispatcher sends its next POST over it.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
    }

    /** Starts a server with these handlers by path. */
    public static HttpServer start(Map<String, HttpHandler> handlers) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            handlers.forEach(server::createContext);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
