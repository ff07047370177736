package io.plugstream.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.yaml.snakeyaml.Yaml;

/**
 * The objects that {@code kubectl apply -k} would send for the overlay {@code complete}: production, with Kafka and
 * PostgreSQL by operators.
 */
record ProductionOverlay(List<Map<String, Object>> objects) {

    /** A reference to a key of a secret. */
    record SecretKey(String secret, String key) {}

    /** A secret's files and where they are mounted. */
    record Mount(String path, String secret, List<String> files) {}

    /** Without kubectl, skips the test with a notice, or fails with {@code -Dplugstream.tools=required}. */
    static ProductionOverlay build() {
        Path deploy = Platform.repository().resolve("deploy");
        Optional<String> kubectl = output(deploy.resolve("tool").toString(), "kubectl");
        if (kubectl.isEmpty()) {
            String notice = "NOTICE: kubectl is not available, so the production overlay is not tested";
            if ("required".equals(System.getProperty("plugstream.tools"))) {
                throw new AssertionError(notice);
            }
            System.out.println(notice);
            Assumptions.abort(notice);
        }
        Path overlay = deploy.resolve("kubernetes/overlays/complete");
        String yaml = output(kubectl.orElseThrow().strip(), "kustomize", overlay.toString())
                .orElseThrow(() -> new IllegalStateException("kubectl does not build " + overlay));
        return new ProductionOverlay(
                StreamSupport.stream(new Yaml().loadAll(yaml).spliterator(), false)
                        .map(ProductionOverlay::map)
                        .toList());
    }

    /**
     * The environment of a service: texts, and references to secrets. Values from Kubernetes and optional ones are left
     * out.
     */
    Map<String, Object> environment(String service) {
        Map<String, Object> environment = new LinkedHashMap<>(map(settings().get("data")));
        for (Map<String, Object> variable : maps(container(service).get("env"))) {
            Object value = variable.get("value");
            if (value != null) {
                environment.put(text(variable, "name"), value);
            } else if (map(variable.get("valueFrom")).get("secretKeyRef") instanceof Map<?, ?> reference
                    && !Boolean.TRUE.equals(reference.get("optional"))) {
                environment.put(
                        text(variable, "name"),
                        new SecretKey(String.valueOf(reference.get("name")), String.valueOf(reference.get("key"))));
            }
        }
        return environment;
    }

    List<Mount> secretMounts(String service) {
        List<Mount> mounts = new ArrayList<>();
        for (Map<String, Object> mount : maps(container(service).get("volumeMounts"))) {
            maps(pod(service).get("volumes")).stream()
                    .filter(volume -> text(volume, "name").equals(text(mount, "name")))
                    .filter(volume -> volume.containsKey("secret"))
                    .map(volume -> map(volume.get("secret")))
                    .map(secret -> new Mount(
                            text(mount, "mountPath"),
                            text(secret, "secretName"),
                            maps(secret.get("items")).stream()
                                    .map(item -> text(item, "path"))
                                    .toList()))
                    .forEach(mounts::add);
        }
        return mounts;
    }

    /** The Kafka ACL rules of a service's user. */
    List<Map<String, Object>> rules(String service) {
        return ofKind("KafkaUser")
                .filter(user -> named(user).equals(service))
                .map(user -> map(map(user.get("spec")).get("authorization")))
                .flatMap(authorization -> maps(authorization.get("acls")).stream())
                .toList();
    }

    private Map<String, Object> settings() {
        return ofKind("ConfigMap")
                .filter(map -> named(map).startsWith("plugstream-"))
                .findFirst()
                .orElseThrow();
    }

    private Map<String, Object> container(String service) {
        return maps(pod(service).get("containers")).getFirst();
    }

    private Map<String, Object> pod(String service) {
        return Stream.concat(ofKind("Deployment"), ofKind("StatefulSet"))
                .filter(workload -> named(workload).equals(service))
                .map(workload ->
                        map(map(map(workload.get("spec")).get("template")).get("spec")))
                .findFirst()
                .orElseThrow();
    }

    private Stream<Map<String, Object>> ofKind(String kind) {
        return objects.stream().filter(object -> kind.equals(object.get("kind")));
    }

    private static String named(Map<String, Object> object) {
        return text(map(object.get("metadata")), "name");
    }

    static String text(Map<String, Object> object, String field) {
        return String.valueOf(object.get(field));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(@Nullable Object value) {
        return (List<Map<String, Object>>) Objects.requireNonNull(value);
    }

    /** A field that is a list of strings. */
    static List<String> texts(Map<String, Object> object, String field) {
        return ((List<?>) Objects.requireNonNull(object.get(field)))
                .stream().map(String::valueOf).toList();
    }

    private static Optional<String> output(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
