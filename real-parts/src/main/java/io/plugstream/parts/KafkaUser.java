package io.plugstream.parts;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** A user at {@link Kafka#securedServers()}. It has neither a password nor rights until an operator gives it some. */
public final class KafkaUser {

    private static final String PASSWORD = "right";

    private final Admin operator;
    private final String name;

    /** @param operator may do everything */
    public KafkaUser(Admin operator, String name) {
        this.operator = operator;
        this.name = name;
    }

    /** The settings of a client that logs in as this user, except the broker's address. */
    public Map<String, String> settings(TestAuthority authority) {
        return Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
                        .formatted(name, PASSWORD),
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                authority.certificate().toString());
    }

    /** Gives it the password that its clients use. */
    public void setPassword() throws ExecutionException, InterruptedException {
        ScramCredentialInfo scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        operator.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(name, scram, PASSWORD)))
                .all()
                .get();
    }

    /** Lets it do everything with the resources whose names begin with {@code prefix}. */
    public void allow(ResourceType type, String prefix) throws ExecutionException, InterruptedException {
        AclBinding binding = new AclBinding(
                new ResourcePattern(type, prefix, PatternType.PREFIXED),
                new AccessControlEntry("User:" + name, "*", AclOperation.ALL, AclPermissionType.ALLOW));
        operator.createAcls(List.of(binding)).all().get();
    }
}
