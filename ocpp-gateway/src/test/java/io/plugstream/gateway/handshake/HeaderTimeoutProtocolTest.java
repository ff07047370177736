package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeaderTimeoutProtocolTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final int LONGEST_MS = 20_000;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final Tomcat tomcat = new Tomcat();

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws Exception {
        HeaderTimeoutProtocol protocol = new HeaderTimeoutProtocol();
        protocol.setHeaderTimeout(LIMIT);
        Connector connector = new Connector(protocol);
        connector.setPort(0);
        connector.setProperty("address", InetAddress.getLoopbackAddress().getHostAddress());
        tomcat.setBaseDir(directory.toString());
        tomcat.setConnector(connector);
        tomcat.addContext("", directory.toString());
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    /** Tomcat's own timeout of 20 s begins anew with each byte. */
    @Test
    void aHeaderThatDripsIsCutOff() throws Exception {
        // Also of the next connection, which may get the same processor.
        for (int round = 0; round < 2; round++) {
            try (Socket client = connect()) {
                client.getOutputStream().write("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
                long begun = System.nanoTime();
                drip(client);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(LIMIT);
            }
        }
    }

    @Test
    void aConnectionMayLastLongerThanOneHeader() throws Exception {
        try (Socket client = connect()) {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < LIMIT.multipliedBy(2).toNanos()) {
                client.getOutputStream().write(REQUEST.substring(0, 5).getBytes(StandardCharsets.US_ASCII));
                client.getOutputStream().write(REQUEST.substring(5).getBytes(StandardCharsets.US_ASCII));
                assertThat(response(client)).startsWith("HTTP/1.1 404");
            }
        }
    }

    /** Sends a byte at a time until the server closes the connection. */
    private static void drip(Socket client) throws IOException {
        client.setSoTimeout(50);
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < Duration.ofMillis(LONGEST_MS).toNanos()) {
            try {
                client.getOutputStream().write('x');
                if (client.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketException _) {
                return;
            } catch (SocketTimeoutException _) {
                // Still open.
            }
        }
        throw new AssertionError("still open after " + LONGEST_MS + " ms");
    }

    private static String response(Socket client) throws IOException {
        client.setSoTimeout(LONGEST_MS);
        StringBuilder text = new StringBuilder();
        while (text.indexOf("</html>") < 0) {
            int next = client.getInputStream().read();
            if (next < 0) {
                return text.toString();
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), tomcat.getConnector().getLocalPort());
    }
}
