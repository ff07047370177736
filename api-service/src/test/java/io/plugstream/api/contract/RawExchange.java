package io.plugstream.api.contract;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A request as no HTTP client would send it, and the text that came back until the server closed the connection. */
record RawExchange(String answer) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static RawExchange of(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new RawExchange(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Sends {@code rest} after {@code sign} came back. */
    static RawExchange inTwoParts(int port, String request, String sign, String rest) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf(sign) < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("closed after " + answer);
                }
                answer.append((char) next);
            }
            socket.getOutputStream().write(rest.getBytes(StandardCharsets.ISO_8859_1));
            return new RawExchange(answer + new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    int status() {
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    Optional<String> header(String name) {
        String prefix = name.toLowerCase(java.util.Locale.ROOT) + ": ";
        return answer.substring(0, answer.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst();
    }

    JsonNode json() {
        return Json.mapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }
}
