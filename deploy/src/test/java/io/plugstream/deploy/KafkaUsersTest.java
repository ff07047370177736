package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.kafka.KafkaAuthorizationSimple;
import io.strimzi.api.kafka.model.kafka.KafkaClusterSpec;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.user.KafkaUser;
import io.strimzi.api.kafka.model.user.KafkaUserAuthorizationSimple;
import io.strimzi.api.kafka.model.user.acl.AclOperation;
import io.strimzi.api.kafka.model.user.acl.AclRule;
import io.strimzi.api.kafka.model.user.acl.AclRuleTopicResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka as the operator configures it. */
class KafkaUsersTest {

    private static final Overlay COMPLETE = Overlay.named("complete");
    private static final Pattern USE =
            Pattern.compile("new TopicUse\\((?<written>.*?)\\),\\s*List\\.of\\((?<read>.*?)\\)[,)]", Pattern.DOTALL);
    private static final Pattern TOPIC = Pattern.compile("Topics\\.([A-Z_]+)");

    @Test
    void aRecordIsAcknowledgedAfterTwoBrokersStoredIt() {
        assertThat(COMPLETE.one(Kafka.class, "plugstream").getSpec().getKafka().getConfig())
                .containsEntry("default.replication.factor", 3)
                .containsEntry("min.insync.replicas", 2)
                .containsEntry("unclean.leader.election.enable", false)
                .containsEntry("auto.create.topics.enable", false);
        assertThat(COMPLETE.all(KafkaNodePool.class))
                .hasSize(2)
                .allSatisfy(pool -> assertThat(pool.getSpec().getReplicas()).isEqualTo(3));
    }

    @ParameterizedTest
    @CsvSource({
        "api-service, api/ApiApplication.java",
        "ocpp-gateway, gateway/GatewayApplication.java",
        "quota-service, quota/QuotaApplication.java",
        "sandbox, sandbox/SandboxApplication.java",
        "webhook-dispatcher, webhook/WebhookDispatcherApplication.java"
    })
    void aServiceMayOnlyReadAndWriteTheTopicsThatItUses(String service, String file) throws IOException {
        Matcher use = USE.matcher(Files.readString(Path.of("..", service, "src/main/java/io/plugstream", file)));
        assertThat(use.find()).isTrue();
        Set<String> written = topics(use.group("written"));
        Set<String> read = topics(use.group("read"));

        assertThat(catalogued(service, true)).isEqualTo(written);
        assertThat(catalogued(service, false)).isEqualTo(read);
    }

    @Test
    void aServiceMayCheckItsTopicsAndAddMissingSettings() {
        assertThat(Overlay.SERVICES)
                .allSatisfy(service -> assertThat(rules(service))
                        .filteredOn(rule -> rule.getResource() instanceof AclRuleTopicResource topic
                                && names().contains(topic.getName()))
                        .isNotEmpty()
                        .allSatisfy(rule -> assertThat(rule.getOperations())
                                .contains(
                                        AclOperation.ALTERCONFIGS,
                                        AclOperation.CREATE,
                                        AclOperation.DESCRIBE,
                                        AclOperation.DESCRIBECONFIGS)));
    }

    @Test
    void otherTopicNamesBeginWithTheServicesName() {
        assertThat(Overlay.SERVICES).allSatisfy(service -> {
            assertThat(rules(service).map(AclRule::getResource))
                    .filteredOn(AclRuleTopicResource.class::isInstance)
                    .map(AclRuleTopicResource.class::cast)
                    .extracting(AclRuleTopicResource::getName)
                    .filteredOn(name -> !names().contains(name))
                    .allMatch(name -> name.startsWith(service + '-'));
        });
    }

    /** The operations guide uses Kafka's tools, and every other user has the ACLs of one service. */
    @Test
    void operatorsHaveAUserForKafkasTools() throws IOException {
        Pod pod = (Pod) StrictYaml.objects(Files.readString(Path.of("kubernetes/kafka-tools.yaml")))
                .getFirst();
        KafkaClusterSpec cluster =
                COMPLETE.one(Kafka.class, "plugstream").getSpec().getKafka();
        String user = pod.getSpec()
                .getContainers()
                .getFirst()
                .getEnv()
                .getFirst()
                .getValueFrom()
                .getSecretKeyRef()
                .getName();

        assertThat(COMPLETE.one(KafkaUser.class, user)
                        .getSpec()
                        .getAuthentication()
                        .getType())
                .isEqualTo("scram-sha-512");
        assertThat(((KafkaAuthorizationSimple) cluster.getAuthorization()).getSuperUsers())
                .containsExactly(user);
        assertThat(cluster.getListeners()
                        .getFirst()
                        .getNetworkPolicyPeers()
                        .getFirst()
                        .getPodSelector()
                        .getMatchExpressions())
                .singleElement()
                .satisfies(peers -> assertThat(peers.getValues())
                        .contains(pod.getMetadata().getLabels().get(peers.getKey()))
                        .containsAll(Overlay.SERVICES));
    }

    /** The topics of the catalogue that {@code service} may write, or only read. */
    private static Set<String> catalogued(String service, boolean written) {
        return rules(service)
                .filter(rule -> rule.getOperations().contains(AclOperation.WRITE) == written)
                .map(AclRule::getResource)
                .filter(AclRuleTopicResource.class::isInstance)
                .map(resource -> ((AclRuleTopicResource) resource).getName())
                .filter(names()::contains)
                .collect(Collectors.toSet());
    }

    private static Stream<AclRule> rules(String service) {
        return ((KafkaUserAuthorizationSimple)
                        COMPLETE.one(KafkaUser.class, service).getSpec().getAuthorization())
                .getAcls().stream();
    }

    private static List<String> names() {
        return Topics.ALL.stream().map(Topic::name).toList();
    }

    private static Set<String> topics(String code) {
        return TOPIC.matcher(code)
                .results()
                .map(found -> constant(found.group(1)).name())
                .collect(Collectors.toSet());
    }

    private static Topic<?, ?> constant(String name) {
        try {
            return (Topic<?, ?>) Topics.class.getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}
