package io.plugstream.deploy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In production, services reach Kafka and PostgreSQL only over TLS and verify their certificates. */
class EncryptionTest {

    private static final Overlay COMPLETE = Overlay.named("complete");
    private static final String CERTIFICATE = "ca.crt";
    private static final String KAFKA = "/etc/plugstream/kafka";
    private static final String POSTGRES = "/etc/plugstream/postgres";

    static Stream<Overlay> overlays() {
        return Stream.of(Overlay.named("production"), COMPLETE);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void kafkaIsReachedThroughTlsWithAPassword(Overlay overlay) {
        assertThat(overlay.settings().getData())
                .containsEntry("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL")
                .containsEntry("SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", "SCRAM-SHA-512")
                .containsEntry("SPRING_KAFKA_SSL_TRUSTSTORETYPE", "PEM")
                .containsEntry("SPRING_KAFKA_SSL_TRUSTSTORELOCATION", "file:" + KAFKA + '/' + CERTIFICATE)
                .hasEntrySatisfying(
                        "SPRING_KAFKA_BOOTSTRAPSERVERS",
                        servers -> assertThat(servers).endsWith(":9093"))
                .doesNotContainKey("SPRING_KAFKA_PROPERTIES_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM");
        assertThat(overlay.one(NetworkPolicy.class, "services-to-kafka")
                        .getSpec()
                        .getEgress())
                .flatMap(rule -> rule.getPorts())
                .extracting(port -> port.getPort().getIntVal())
                .containsExactly(9093);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void eachServiceLogsInToKafkaAsItself(Overlay overlay) {
        assertThat(Overlay.SERVICES).allSatisfy(service -> {
            assertThat(overlay.pod(service).getContainers().getFirst().getEnv())
                    .filteredOn(variable -> variable.getName().equals("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG"))
                    .singleElement()
                    .satisfies(variable -> {
                        assertThat(variable.getValueFrom().getSecretKeyRef().getName())
                                .isEqualTo(service);
                        assertThat(variable.getValueFrom().getSecretKeyRef().getKey())
                                .isEqualTo("sasl.jaas.config");
                    });
            assertThat(mounted(overlay.pod(service), KAFKA).getItems())
                    .extracting(KeyToPath::getKey, KeyToPath::getPath)
                    .containsExactly(tuple(CERTIFICATE, CERTIFICATE));
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void bothDriversVerifyTheDatabasesCertificateAndName(Overlay overlay) {
        Map<String, String> settings = overlay.settings().getData();

        assertThat(settings.get("SPRING_R2DBC_URL"))
                .endsWith("?sslMode=verify-full&sslRootCert=" + POSTGRES + '/' + CERTIFICATE);
        assertThat(settings.get("SPRING_FLYWAY_URL"))
                .endsWith("?sslmode=verify-full&sslrootcert=" + POSTGRES + '/' + CERTIFICATE);
        assertThat(mounted(overlay.pod("api-service"), POSTGRES).getItems())
                .as("only the certificate: the secret also contains the authority's key")
                .extracting(KeyToPath::getKey)
                .containsExactly(CERTIFICATE);
    }

    @Test
    void theOperatorsCreateTheSecretsThatAreMounted() {
        assertThat(COMPLETE.all(KafkaUser.class))
                .extracting(user -> user.getMetadata().getName())
                .containsAll(Overlay.SERVICES);
        assertThat(mounted(COMPLETE.pod("api-service"), KAFKA).getSecretName())
                .isEqualTo(COMPLETE.all(Kafka.class)
                                .findFirst()
                                .orElseThrow()
                                .getMetadata()
                                .getName() + "-cluster-ca-cert");
        assertThat(mounted(COMPLETE.pod("api-service"), POSTGRES).getSecretName())
                .isEqualTo(requireNonNull(database().getMetadata()).getName() + "-ca");
    }

    @Test
    void theClustersRefuseClientsWithoutTls() {
        assertThat(COMPLETE.one(Kafka.class, "plugstream").getSpec().getKafka().getListeners())
                .singleElement()
                .satisfies(listener -> {
                    assertThat(listener.isTls()).isTrue();
                    assertThat(listener.getAuth().getType()).isEqualTo("scram-sha-512");
                });
        assertThat(COMPLETE.all(KafkaUser.class))
                .allSatisfy(user ->
                        assertThat(user.getSpec().getAuthentication().getType()).isEqualTo("scram-sha-512"));
        assertThat(requireNonNull(database().getSpec()).postgresql().hostRules())
                .first()
                .isEqualTo("hostnossl all all all reject");
    }

    private static PostgresCluster database() {
        return COMPLETE.one(PostgresCluster.class, "plugstream");
    }

    /** The secret that is mounted at {@code path}, which must be read-only. */
    private static SecretVolumeSource mounted(PodSpec pod, String path) {
        Container container = pod.getContainers().getFirst();
        VolumeMount mount = container.getVolumeMounts().stream()
                .filter(found -> found.getMountPath().equals(path))
                .findFirst()
                .orElseThrow();
        assertThat(mount.getReadOnly()).isTrue();
        return pod.getVolumes().stream()
                .filter(volume -> volume.getName().equals(mount.getName()))
                .findFirst()
                .orElseThrow()
                .getSecret();
    }
}
