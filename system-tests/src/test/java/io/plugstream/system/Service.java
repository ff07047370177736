package io.plugstream.system;

import io.plugstream.local.ImageMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The services. */
public enum Service {
    API("api-service", 9080),
    GATEWAY("ocpp-gateway", 9081),
    QUOTA("quota-service", 9082),
    DISPATCHER("webhook-dispatcher", 9083),
    SANDBOX("sandbox", 9084);

    private final String module;
    private final int actuatorPort;

    Service(String module, int actuatorPort) {
        this.module = module;
        this.actuatorPort = actuatorPort;
    }

    public String module() {
        return module;
    }

    /** Whether it serves anything besides its actuator. */
    public boolean hasPort() {
        return this == API || this == GATEWAY;
    }

    /** The command that starts it from its image, with the JVM options of a local run. */
    public List<String> command() {
        return ImageMaker.command(Platform.repository(), module);
    }

    /** The runnable jar. */
    Path jar() {
        return jar(module);
    }

    /** The runnable jar of a module. */
    static Path jar(String module) {
        try (Stream<Path> files =
                Files.list(Platform.repository().resolve(module).resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int actuatorPort() {
        return actuatorPort;
    }
}
