package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.ServiceDefinition;
import io.plugstream.local.process.ServiceGroup;
import io.plugstream.local.process.ServiceImage;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.Postgres;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.ServerCertificate;
import io.plugstream.parts.TestAuthority;
import io.plugstream.system.ProductionOverlay.Mount;
import io.plugstream.system.ProductionOverlay.SecretKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The services with the environment of the production overlay, with a broker that requires TLS, a password and ACLs,
 * and a database that rejects plain text.
 */
class SecuredServicesIT {

    private static final Duration START = Duration.ofSeconds(150);
    private static final Duration STOP = Duration.ofSeconds(25);
    private static final List<String> SERVICES =
            List.of("ocpp-gateway", "webhook-dispatcher", "api-service", "quota-service", "sandbox");

    private static final List<String> JVM =
            JavaCommand.options("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @TempDir
    private Path directory;

    private ProductionOverlay overlay;
    private TestAuthority authority;
    private Kafka kafka;
    private Postgres postgres;

    @BeforeEach
    void startParts() throws Exception {
        overlay = ProductionOverlay.build();
        authority = TestAuthority.in(Files.createDirectory(directory.resolve("authority")));
        ServerCertificate certificate = authority.issue("localhost");
        kafka = RealParts.newSecuredKafka(certificate);
        postgres = RealParts.newEncryptedPostgres(certificate);
        letServicesIn();
    }

    @AfterEach
    void stopParts() {
        Stream.of(kafka, postgres).forEach(part -> part.close());
    }

    @Test
    void servicesAreReadyWithTheSettingsOfTheProductionOverlay() throws Exception {
        ServiceGroup services =
                new ServiceGroup(SERVICES.stream().map(this::process).toList(), System.out::println);
        try {
            services.start(START);
        } finally {
            services.stop(STOP);
        }

        assertThat(SERVICES)
                .allSatisfy(service -> assertThat(directory.resolve("logs").resolve(service + ".log"))
                        .content()
                        .as("the ACLs also allow what a service does after it is ready")
                        .contains("Started ")
                        .doesNotContain("AuthorizationException", "AuthenticationException"));
    }

    /** Creates users and ACLs, as Strimzi does for each KafkaUser. */
    private void letServicesIn() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            ScramCredentialInfo scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
            admin.alterUserScramCredentials(SERVICES.stream()
                            .map(service -> new UserScramCredentialUpsertion(service, scram, password(service)))
                            .map(UserScramCredentialAlteration.class::cast)
                            .toList())
                    .all()
                    .get();
            admin.createAcls(SERVICES.stream().flatMap(this::bindings).toList())
                    .all()
                    .get();
        }
    }

    private Stream<AclBinding> bindings(String service) {
        return overlay.rules(service).stream().flatMap(rule -> {
            Map<String, Object> resource = ProductionOverlay.map(rule.get("resource"));
            ResourcePattern pattern = new ResourcePattern(
                    ResourceType.valueOf(constant(ProductionOverlay.text(resource, "type"))),
                    ProductionOverlay.text(resource, "name"),
                    PatternType.valueOf(constant(ProductionOverlay.text(resource, "patternType"))
                            .replace("PREFIX", "PREFIXED")));
            return ProductionOverlay.texts(rule, "operations").stream()
                    .map(operation -> AclOperation.valueOf(constant(operation)))
                    .map(operation -> new AclBinding(
                            pattern,
                            new AccessControlEntry("User:" + service, "*", operation, AclPermissionType.ALLOW)));
        });
    }

    /** Turns DescribeConfigs into DESCRIBE_CONFIGS. */
    private static String constant(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private ServiceProcess process(String service) {
        int managementPort = FreePorts.one();
        Map<String, String> environment = new TreeMap<>();
        overlay.environment(service).forEach((name, value) -> environment.put(name, here(service, value)));
        // The settings that differ on this machine, and the one that every installation must set.
        environment.remove("JAVA_TOOL_OPTIONS");
        environment.put("PLUGSTREAM_INSTANCE", service + "-0");
        environment.put(
                "PLUGSTREAM_QUOTA_STATEDIRECTORY", directory.resolve("quota").toString());
        environment.put("PLUGSTREAM_SHIELD_TRUSTEDPROXIES", "192.0.2.0/28");
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(FreePorts.one()));
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        return new ServiceProcess(
                new ServiceDefinition(
                        service,
                        ServiceImage.of(Platform.repository(), service).packed(),
                        managementPort,
                        JVM,
                        environment),
                directory);
    }

    /** The overlay's value with the addresses and folders of this machine. */
    private String here(String service, Object value) {
        String text = value instanceof SecretKey secret ? secret(service, secret) : String.valueOf(value);
        for (Mount mount : overlay.secretMounts(service)) {
            text = text.replace(mount.path(), mounted(mount).toString());
        }
        return text.replace("plugstream-kafka-bootstrap:9093", kafka.securedServers())
                .replace("plugstream-rw:5432", postgres.address());
    }

    private String secret(String service, SecretKey secret) {
        return switch (secret.secret() + '/' + secret.key()) {
            case "plugstream-database/username" -> postgres.username();
            case "plugstream-database/password" -> postgres.password();
            case "plugstream-secrets/keys" -> DevelopmentKey.VALUE;
            default -> {
                assertThat(secret).isEqualTo(new SecretKey(service, "sasl.jaas.config"));
                yield "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
                        .formatted(service, password(service));
            }
        };
    }

    /** A folder with the files of a mounted secret. Each file is an authority's certificate. */
    private Path mounted(Mount mount) {
        assertThat(mount.secret()).isIn("plugstream-cluster-ca-cert", "plugstream-ca");
        assertThat(mount.files()).containsExactly("ca.crt");
        return directory.resolve("authority");
    }

    private static String password(String service) {
        return "password of " + service;
    }
}
