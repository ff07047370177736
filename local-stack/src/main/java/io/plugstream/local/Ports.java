package io.plugstream.local;

import io.plugstream.local.process.FreePorts;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
        return kafka(1);
    }

    /** Port of one of several brokers, numbered from 1. */
    public int kafka(int broker) {
        return 9091 + broker + offset;
    }

    /** Ports of brokers 1 to {@code count}. */
    List<Integer> kafkas(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(this::kafka).toList();
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

    public int sandboxManagement() {
        return 9084 + offset;
    }

    /** A port and the part that uses it. */
    record Use(int port, String part) {}

    /** One message for each port that is already in use. */
    List<String> taken(boolean demonstration, int brokers) {
        return uses(demonstration, brokers).stream()
                .filter(use -> isTaken(use.port()))
                .map(use -> "Port %d, which %s needs, is taken".formatted(use.port(), use.part()))
                .toList();
    }

    private List<Use> uses(boolean demonstration, int brokers) {
        var uses = new ArrayList<>(List.of(
                new Use(api(), "api-service"),
                new Use(gateway(), "ocpp-gateway"),
                new Use(identity(), "the identity provider"),
                new Use(kafka(), "Kafka"),
                new Use(postgres(), "PostgreSQL"),
                new Use(apiManagement(), "api-service (health)"),
                new Use(gatewayManagement(), "ocpp-gateway (health)"),
                new Use(quotaManagement(), "quota-service (health)"),
                new Use(dispatcherManagement(), "webhook-dispatcher (health)"),
                new Use(sandboxManagement(), "sandbox (health)")));
        for (var broker = 2; broker <= brokers; broker++) {
            uses.add(new Use(kafka(broker), "Kafka broker " + broker));
        }
        if (demonstration) {
            uses.add(new Use(receiver(), "the demonstration's webhook receiver"));
        }
        return uses;
    }

    /**
     * Checks the wildcard and the loopback address: a server on loopback alone would get the requests meant for ours.
     */
    private static boolean isTaken(int port) {
        return !FreePorts.isFree(port, null) || !FreePorts.isFree(port, InetAddress.getLoopbackAddress());
    }
}
