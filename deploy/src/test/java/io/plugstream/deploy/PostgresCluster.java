package io.plugstream.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cluster of CloudNativePG, with the fields of its custom resource that are used here. */
@JsonDeserialize(using = JsonDeserializer.None.class)
final class PostgresCluster implements HasMetadata {

    private static final long serialVersionUID = 1;

    private @Nullable String apiVersion;
    private @Nullable String kind;
    private @Nullable ObjectMeta metadata;
    private @Nullable Spec spec;

    record Spec(
            int instances,
            String imageName,
            Bootstrap bootstrap,
            Postgresql postgresql,
            Storage storage,
            ResourceRequirements resources,
            Affinity affinity,
            List<TopologySpreadConstraint> topologySpreadConstraints) {}

    record Bootstrap(InitDb initdb) {}

    record InitDb(String database, String owner, SecretName secret) {}

    record SecretName(String name) {}

    record Postgresql(
            Synchronous synchronous,
            Map<String, String> parameters,
            @JsonProperty("pg_hba") List<String> hostRules) {}

    record Synchronous(String method, int number) {}

    record Storage(String size) {}

    record Affinity(String podAntiAffinityType, String topologyKey) {}

    @Override
    public @Nullable String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String version) {
        apiVersion = version;
    }

    @Override
    public @Nullable String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }

    @Override
    public @Nullable ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta metadata) {
        this.metadata = metadata;
    }

    public @Nullable Spec getSpec() {
        return spec;
    }

    public void setSpec(Spec spec) {
        this.spec = spec;
    }
}
