package io.plugstream.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a local run.
 *
 * @param offset added to every port, so that a second run has its own
 */
public record Ports(int offset) {
    public Ports {
        if (offset < 0 || offset > 50_000) {
            throw new IllegalArgumentException("The port offset must be 0 to 50000, not " + offset);
        }
    }

    public int api() {
        return 8080 + offset;
    }

    public int gateway() {
        return 8081 + offset;
    }

    public int identity() {
        return 8090 + offset;
    }

    public int receiver() {
        return 8099 + offset;
    }

    public int kafka() {
        return 9092 + offset;
    }

    public int postgres() {
        return 15432 + offset;
    }

    public int apiManagement() {
        return 9080 + offset;
    }

    public int gatewayManagement() {
        return 9081 + offset;
    }

    public int quotaManagement() {
        return 9082 + offset;
    }

    public int dispatcherManagement() {
        return 9083 + offset;
    }

    /** Who wants which port. */
    record Use(int port, String part) {}

    /** A sentence for each port that somebody else listens on. */
    List<String> taken(boolean demonstration) {
        return uses(demonstration).stream()
                .filter(use -> isTaken(use.port()))
                .map(use -> "Port %d, which %s needs, is taken".formatted(use.port(), use.part()))
                .toList();
    }

    private List<Use> uses(boolean demonstration) {
        var uses = new ArrayList<>(List.of(
                new Use(api(), "api-service"),
                new Use(gateway(), "ocpp-gateway"),
                new Use(identity(), "the identity provider"),
                new Use(kafka(), "Kafka"),
                new Use(postgres(), "PostgreSQL"),
                new Use(apiManagement(), "api-service (health)"),
                new Use(gatewayManagement(), "ocpp-gateway (health)"),
                new Use(quotaManagement(), "quota-service (health)"),
                new Use(dispatcherManagement(), "webhook-dispatcher (health)")));
        if (demonstration) {
            uses.add(new Use(receiver(), "the demonstration's webhook receiver"));
        }
        return uses;
    }

    /** On any address: what listens on one address only would get the calls meant for ours. */
    private static boolean isTaken(int port) {
        return !canListen(port, null) || !canListen(port, InetAddress.getLoopbackAddress());
    }

    private static boolean canListen(int port, @Nullable InetAddress address) {
        try (var _ = new ServerSocket(port, 1, address)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
