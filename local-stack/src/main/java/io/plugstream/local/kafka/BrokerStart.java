package io.plugstream.local.kafka;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.LogTail;
import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Waits until a broker that was just started answers. */
final class BrokerStart {
    private static final int RETRY_MILLIS = 50;

    private final ChildProcess child;
    private final InetSocketAddress address;

    BrokerStart(ChildProcess child, int port) {
        this.child = child;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    void await(Duration limit) {
        var end = System.nanoTime() + limit.toNanos();
        // Checks the port first: a Kafka client would log many warnings while it is closed.
        while (!listens() || !answers()) {
            if (!child.isAlive() || System.nanoTime() > end) {
                throw failure(limit);
            }
            pause();
        }
    }

    private StartException failure(Duration limit) {
        var what = child.isAlive()
                ? "did not answer within %d s".formatted(limit.toSeconds())
                : "ended with exit code %d while starting"
                        .formatted(child.process().exitValue());
        child.close();
        return new StartException(
                "Kafka %s. The end of %s:%n%s".formatted(what, child.log(), LogTail.of(child.log(), 20)));
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(address, 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean answers() {
        var settings = Map.<String, Object>of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:" + address.getPort(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
        try (var admin = Admin.create(settings)) {
            return !admin.describeCluster().nodes().get().isEmpty();
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void pause() {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private StartException interrupted() {
        Thread.currentThread().interrupt();
        child.close();
        return new StartException("Interrupted while Kafka was starting");
    }
}
