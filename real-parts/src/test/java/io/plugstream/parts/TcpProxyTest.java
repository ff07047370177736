package io.plugstream.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.parts.TcpProxy.Direction;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {

    private static final int LONG_MILLIS = 20_000;
    private static final int SHORT_MILLIS = 200;

    private Echo echo;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new Echo();
        proxy = TcpProxy.to(echo.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void forwardsBothWaysUntilBothSidesClose() throws Exception {
        try (Socket client = client()) {
            assertThat(exchange(client, 7)).isEqualTo(7);
            client.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        awaitConnections(0);
    }

    @Test
    void cutNetworkResetsAndRefusesUntilItIsRestored() throws Exception {
        try (Socket client = client()) {
            assertThat(exchange(client, 1)).isEqualTo(1);
            proxy.cut();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(this::client).isInstanceOf(ConnectException.class);
            proxy.restore();
            try (Socket again = client()) {
                assertThat(exchange(again, 2)).isEqualTo(2);
            }
        }
    }

    @Test
    void newConnectionsAreRefusedAtOnceAfterACut() {
        for (int time = 0; time < 2_000; time++) {
            proxy.cut();
            assertThatThrownBy(this::client).isInstanceOf(ConnectException.class);
            proxy.restore();
        }
    }

    @Test
    void someConnectionsAreResetAndOthersStayOpen() throws Exception {
        try (Socket one = client();
                Socket two = client()) {
            assertThat(exchange(one, 1) + exchange(two, 2)).isEqualTo(3);
            assertThat(proxy.reset(1)).isEqualTo(1);
            assertThat(proxy.connections()).isEqualTo(1);
            try (Socket three = client()) {
                assertThat(exchange(three, 3)).isEqualTo(3);
            }
            assertThat(proxy.reset(5)).isBetween(1, 2);
        }
    }

    @Test
    void dataSentDuringSilenceArrivesAfterwards() throws Exception {
        try (Socket client = client()) {
            assertThat(exchange(client, 1)).isEqualTo(1);
            proxy.hold(Direction.TO_SERVER, Direction.TO_CLIENT);
            client.getOutputStream().write(2);
            assertSilent(client);
            assertThat(echo.heard).containsExactly(1);
            proxy.restore();
            assertThat(client.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void silenceOfOneDirectionDoesNotAffectTheOther() throws Exception {
        try (Socket client = client()) {
            assertThat(exchange(client, 1)).isEqualTo(1);
            proxy.hold(Direction.TO_CLIENT);
            client.getOutputStream().write(2);
            awaitHeard(2);
            assertSilent(client);
            proxy.restore();
            assertThat(client.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void lostAnswersNeverArriveAndTheirConnectionEndsWhenTheNetworkIsBack() throws Exception {
        try (Socket client = client();
                Socket quiet = client()) {
            assertThat(exchange(client, 1) + exchange(quiet, 2)).isEqualTo(3);
            proxy.lose(Direction.TO_CLIENT);
            client.getOutputStream().write(3);
            awaitHeard(3);
            assertSilent(client);
            proxy.restore();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(exchange(quiet, 4)).as("a connection that lost nothing").isEqualTo(4);
        }
    }

    @Test
    void forgottenConnectionsStayOpenAndSilentWhileNewOnesAreServed() throws Exception {
        try (Socket forgotten = client()) {
            assertThat(exchange(forgotten, 1)).isEqualTo(1);
            proxy.forget();
            forgotten.getOutputStream().write(2);
            assertSilent(forgotten);
            try (Socket fresh = client()) {
                assertThat(exchange(fresh, 3)).isEqualTo(3);
            }
            assertThat(echo.heard).containsExactly(1, 3);
        }
    }

    @Test
    void clientThatConnectsDuringSilenceIsServedAfterwards() throws Exception {
        proxy.hold(Direction.TO_SERVER, Direction.TO_CLIENT);
        try (Socket client = client()) {
            client.getOutputStream().write(5);
            assertSilent(client);
            proxy.restore();
            assertThat(client.getInputStream().read()).isEqualTo(5);
        }
    }

    @Test
    void missingServerResetsItsClients() throws Exception {
        try (Socket client = client()) {
            assertThat(exchange(client, 1)).isEqualTo(1);
            echo.close();
            client.getOutputStream().write(2);
            assertThatThrownBy(() -> {
                        while (client.getInputStream().read() >= 0) {
                            client.getOutputStream().write(3);
                        }
                        throw new SocketException("ended in order");
                    })
                    .isInstanceOf(SocketException.class);
        }
        awaitConnections(0);
    }

    private Socket client() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(LONG_MILLIS);
        return socket;
    }

    private static int exchange(Socket client, int word) throws IOException {
        client.getOutputStream().write(word);
        return client.getInputStream().read();
    }

    private static void assertSilent(Socket client) throws IOException {
        client.setSoTimeout(SHORT_MILLIS);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(LONG_MILLIS);
    }

    private void awaitHeard(int word) {
        Awaitility.await().atMost(Duration.ofMillis(LONG_MILLIS)).until(() -> echo.heard.contains(word));
    }

    private void awaitConnections(int count) {
        Awaitility.await().atMost(Duration.ofMillis(LONG_MILLIS)).until(() -> proxy.connections() == count);
    }

    /** Echoes each byte. */
    private static final class Echo {
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final LinkedBlockingQueue<Integer> heard = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<Socket> clients = new LinkedBlockingQueue<>();

        Echo() throws IOException {
            Thread.ofVirtual().start(this::serve);
        }

        int port() {
            return socket.getLocalPort();
        }

        void close() throws IOException {
            socket.close();
            for (Socket client = clients.poll(); client != null; client = clients.poll()) {
                client.close();
            }
        }

        private void serve() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    clients.add(client);
                    Thread.ofVirtual().start(() -> repeat(client));
                }
            } catch (IOException _) {
                // Closed.
            }
        }

        private void repeat(Socket client) {
            try (client) {
                for (int word = client.getInputStream().read();
                        word >= 0;
                        word = client.getInputStream().read()) {
                    heard.add(word);
                    client.getOutputStream().write(word);
                }
            } catch (IOException _) {
                // The other side is gone.
            }
        }
    }
}
