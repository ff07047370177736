package io.plugstream.healthcheck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The health check of images without shell and curl: exits with 0 if a server on loopback answers 200, else with 1.
 * Each check starts a JVM, so it uses a plain socket and costs less than a tenth of a second of CPU time.
 */
public final class HealthCheck {

    private static final int CONNECT_MILLIS = 1_000;
    private static final int ANSWER_MILLIS = 4_000;

    private HealthCheck() {}

    /** Takes a path, and a port if it differs from {@code MANAGEMENT_SERVER_PORT}. */
    public static void main(String[] arguments) {
        String port = arguments.length > 1 ? arguments[1] : System.getenv("MANAGEMENT_SERVER_PORT");
        System.exit(isOk(Integer.parseInt(port), arguments[0]) ? 0 : 1);
    }

    static boolean isOk(int port, String path) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .formatted(path)
                            .getBytes(StandardCharsets.US_ASCII));
            String status = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return status != null && status.startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            // Docker keeps the output of health checks.
            System.err.println(e.getMessage());
            return false;
        }
    }
}
