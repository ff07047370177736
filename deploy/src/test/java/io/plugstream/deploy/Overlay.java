package io.plugstream.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The objects that {@code kubectl apply -k} would send for one overlay. */
record Overlay(String name, List<HasMetadata> objects) {

    static final List<String> SERVICES =
            List.of("api-service", "ocpp-gateway", "quota-service", "sandbox", "webhook-dispatcher");

    private static final List<String> NAMES = List.of("local", "production", "complete");
    private static final ConcurrentHashMap<String, Overlay> BUILT = new ConcurrentHashMap<>();

    static Stream<Overlay> all() {
        return NAMES.stream().map(Overlay::named);
    }

    static Overlay named(String name) {
        return BUILT.computeIfAbsent(name, Overlay::build);
    }

    private static Overlay build(String name) {
        Tool.Run run = Tool.named("kubectl").run(false, "kustomize", "kubernetes/overlays/" + name);
        if (run.status() != 0) {
            throw new IllegalStateException("kubectl does not build the overlay " + name);
        }
        return new Overlay(name, StrictYaml.objects(run.output()));
    }

    <T extends HasMetadata> Stream<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast);
    }

    <T extends HasMetadata> T one(Class<T> type, String named) {
        return all(type)
                .filter(object -> object.getMetadata().getName().equals(named))
                .findFirst()
                .orElseThrow();
    }

    /** The pods of workloads, by the workload's name. */
    Stream<Map.Entry<String, PodSpec>> pods() {
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

    PodSpec pod(String workload) {
        return pods().filter(pod -> pod.getKey().equals(workload))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** The settings that all services get. */
    ConfigMap settings() {
        return all(ConfigMap.class)
                .filter(map -> map.getMetadata().getName().startsWith("plugstream-"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return name;
    }
}
