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

    private Loopback() {}

    /** Starts a server with these handlers by path. */
    public static HttpServer start(Map<String, HttpHandler> handlers) {
        // Or an answer waits for the acknowledgement of the one before it.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            handlers.forEach(server::createContext);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
