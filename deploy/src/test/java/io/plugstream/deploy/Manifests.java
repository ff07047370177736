package io.plugstream.deploy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The Kubernetes objects of this folder, read so that an unknown field or kind is an error. */
final class Manifests {

    static final Path ROOT = Path.of("kubernetes");

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1/Namespace", Namespace.class,
            "v1/Service", Service.class,
            "v1/ServiceAccount", ServiceAccount.class,
            "apps/v1/Deployment", Deployment.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "networking.k8s.io/v1/Ingress", Ingress.class,
            "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
            "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

    private static final ObjectMapper STRICT = new ObjectMapper(new YAMLFactory())
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new KnownFieldsOnly());

    private Manifests() {}

    /** The files below a folder of manifests, its kustomization aside. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("kustomization.yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<HasMetadata> read(Path file) {
        try (JsonParser parser = STRICT.getFactory().createParser(file.toFile())) {
            return STRICT.readerFor(JsonNode.class).<JsonNode>readValues(parser).readAll().stream()
                    .map(Manifests::typed)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    static HasMetadata typed(JsonNode object) {
        String kind =
                object.path("apiVersion").asText() + '/' + object.path("kind").asText();
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
            throw new IllegalArgumentException("No such kind is known here: " + kind);
        }
        return STRICT.convertValue(object, type);
    }

    static <T extends HasMetadata> Stream<T> all(Class<T> type) {
        return All.OBJECTS.stream().filter(type::isInstance).map(type::cast);
    }

    /** The pods that workloads make, by the workload's name. */
    static Stream<Map.Entry<String, PodSpec>> pods() {
        return Stream.concat(
                all(Deployment.class)
                        .map(found -> Map.entry(
                                found.getMetadata().getName(),
                                found.getSpec().getTemplate().getSpec())),
                all(StatefulSet.class)
                        .map(found -> Map.entry(
                                found.getMetadata().getName(),
                                found.getSpec().getTemplate().getSpec())));
    }

    /** Read once, when first asked for. */
    private static final class All {

        private static final List<HasMetadata> OBJECTS =
                files(ROOT).stream().flatMap(file -> read(file).stream()).toList();
    }

    /** The model keeps fields it does not know in a map; without that map they are errors. */
    private static final class KnownFieldsOnly extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }
}
