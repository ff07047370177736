package io.plugstream.api.quota;

import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.QuotaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Two processes of quota-service with warm copies, instead of the platform's single one. */
record QuotaPair(List<QuotaProcess> both) implements AutoCloseable {

    static QuotaPair start() throws IOException {
        Platform.get().quota().close();
        Path home = Files.createTempDirectory(Path.of("target", "platform"), "pair");
        Files.createDirectory(home.resolve("quota-a"));
        Files.createDirectory(home.resolve("quota-b"));
        List<QuotaProcess> both = Stream.of("quota-a", "quota-b")
                .map(name -> new QuotaProcess(
                        home.resolve(name),
                        Platform.get().kafka().bootstrapServers(),
                        name,
                        "--plugstream.quota.standby-replicas=1"))
                .toList();
        both.parallelStream().forEach(QuotaProcess::ensureRunning);
        return new QuotaPair(both);
    }

    /** Brings the platform's single process back. */
    @Override
    public void close() {
        both.parallelStream().forEach(QuotaProcess::close);
        Platform.get().quota().ensureRunning();
    }
}
