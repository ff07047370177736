package io.plugstream.benchmark.cost;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;

/** The size of all replicas of all partitions on all brokers. */
final class LogSize implements AutoCloseable {

    private final Admin admin;

    LogSize(String bootstrapServers) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    long bytes() throws IOException {
        try {
            return admin
                    .describeLogDirs(admin.describeCluster().nodes().get().stream()
                            .map(node -> node.id())
                            .toList())
                    .allDescriptions()
                    .get()
                    .values()
                    .stream()
                    .flatMap(directories -> directories.values().stream())
                    .map(LogDirDescription::replicaInfos)
                    .flatMap(replicas -> replicas.values().stream())
                    .mapToLong(ReplicaInfo::size)
                    .sum();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
