package io.plugstream.local.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A service to run.
 *
 * @param name the name of its module
 * @param jar the runnable jar
 * @param managementPort where it answers {@code /actuator/health/readiness}
 * @param environment its configuration; may hold secrets
 */
public record ServiceDefinition(
        String name, Path jar, int managementPort, List<String> jvmOptions, Map<String, String> environment) {
    public ServiceDefinition {
        jvmOptions = List.copyOf(jvmOptions);
        environment = Map.copyOf(environment);
    }
}
