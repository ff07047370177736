package io.plugstream.local.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Asks a broker that was just started whether it answers. */
public record BrokerProbe(int port) {

    /** Checks the port first: a Kafka client would log many warnings while it is closed. */
    public boolean isAnswered() throws InterruptedException {
        return listens() && answers();
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean answers() throws InterruptedException {
        var settings = Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:" + port,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        try (var admin = Admin.create(settings)) {
            return !admin.describeCluster().nodes().get().isEmpty();
        } catch (ExecutionException e) {
            return false;
        }
    }
}
