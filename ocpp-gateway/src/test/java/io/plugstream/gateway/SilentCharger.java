package io.plugstream.gateway;

import io.plugstream.model.charger.ChargerId;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A charger that connects and then neither sends messages nor answers pings, as if its network were down. */
record SilentCharger(Socket socket) implements AutoCloseable {

    static SilentCharger connect(int port, ChargerId id, String password) throws IOException {
        Socket socket = new Socket("localhost", port);
        String credentials = Base64.getEncoder()
                .encodeToString((id.chargeBoxId() + ':' + password).getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream()
                .write(("GET /ocpp/" + id + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ocpp1.6\r\n"
                                + "Authorization: Basic " + credentials + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        byte[] status = socket.getInputStream().readNBytes(12);
        if (!new String(status, StandardCharsets.US_ASCII).equals("HTTP/1.1 101")) {
            throw new IOException("refused");
        }
        return new SilentCharger(socket);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
