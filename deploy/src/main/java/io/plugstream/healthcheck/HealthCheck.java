package io.plugstream.healthcheck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Ends with 0 when a server on this machine's loopback answers 200, else with 1: the health check of an image that needs neither a
 * shell nor curl. On a plain socket, because it is a JVM each time: so it costs less than a tenth of a second of processor time.
 */
public final class HealthCheck {

    private static final int CONNECT_MILLIS = 1_000;
    private static final int ANSWER_MILLIS = 4_000;

    private HealthCheck() {}

    /** Takes a path, and a port if it is not the one in {@code MANAGEMENT_SERVER_PORT}. */
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
            // Docker keeps what a health check says.
            System.err.println(e.getMessage());
            return false;
        }
    }
}
