package io.plugstream.local.kafka;

import java.nio.file.Files;
import java.nio.file.Path;

/** The broker's own {@code main}: formats the storage when it is new, then runs Apache Kafka until stopped. */
final class BrokerProcess {
    private BrokerProcess() {}

    /** Takes the properties file, the data directory that it names, and the cluster id for new storage. */
    public static void main(String[] arguments) {
        var properties = arguments[0];
        if (!Files.exists(Path.of(arguments[1], "meta.properties"))) {
            format(properties, arguments[2]);
        }
        kafka.Kafka.main(new String[] {properties});
    }

    private static void format(String properties, String clusterId) {
        var status = kafka.tools.StorageTool.execute(
                new String[] {"format", "--cluster-id", clusterId, "--config", properties}, System.out);
        if (status != 0) {
            System.exit(status);
        }
    }
}
