package io.plugstream.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The gateway's validation of generated messages agrees with the official schemas of a version. Skipped if the schemas
 * are unavailable, unless {@code plugstream.schemas=required}. {@code plugstream.schemas.messages} is the number of
 * messages per action and fault; another {@code plugstream.schemas.seed} generates other messages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SchemaAgreement {

    private static final int MESSAGES = Integer.getInteger("plugstream.schemas.messages", 100);
    private static final long SEED = Long.getLong("plugstream.schemas.seed", 16);

    private final String version;
    private @Nullable OfficialSchemas official;

    /** Uses the schemas in the file that is named after {@code version}. */
    protected SchemaAgreement(String version) {
        this.version = version;
    }

    /** The names of all actions of this version. */
    protected abstract Stream<String> actions();

    /** The gateway's strict validation. */
    protected abstract Validation<?> verdict(String action, ObjectNode payload);

    @BeforeAll
    void obtain() throws InterruptedException {
        official = OfficialSchemas.obtain(version).orElse(null);
        boolean required = "required".equals(System.getProperty("plugstream.schemas"));
        assumeTrue(official != null || required, "the official schemas cannot be had");
    }

    @ParameterizedTest
    @MethodSource("actions")
    void payloadsThatTheSchemaAllowsAreAccepted(String action) {
        MessageGenerator generator = generator(action);
        for (int i = 0; i < MESSAGES; i++) {
            ObjectNode payload = valid(generator, action);
            assertThat(official().allows(action, payload))
                    .as("schema: %s", payload)
                    .isTrue();
            assertThat(verdict(action, payload)).as("%s", payload).isInstanceOf(Validation.Valid.class);
        }
    }

    @ParameterizedTest
    @MethodSource("actions")
    void payloadsThatTheSchemaForbidsAreRefusedWithTheRightCode(String action) {
        MessageGenerator generator = generator(action);
        Set<Fault> tried = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            for (int i = 0; i < MESSAGES; i++) {
                ObjectNode payload = valid(generator, action);
                if (fault.breakOne(generator, official().definition(action), payload)) {
                    tried.add(fault);
                    assertThat(official().allows(action, payload))
                            .as("schema: %s %s", fault, payload)
                            .isFalse();
                    assertRefused(action, fault, payload);
                }
            }
        }
        assertThat(tried).contains(Fault.UNKNOWN_FIELD);
        assertThat(action.equals("Heartbeat") || tried.contains(Fault.MISSING_FIELD))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("actions")
    void verdictsOnPayloadsWithManyFaultsAgree(String action) {
        MessageGenerator generator = generator(action);
        for (int i = 0; i < 5 * MESSAGES; i++) {
            ObjectNode payload = valid(generator, action);
            for (Fault fault : Fault.values()) {
                if (generator.oneOf(List.of(0, 1, 2)) == 0) {
                    fault.breakOne(generator, official().definition(action), payload);
                }
            }
            boolean taken = verdict(action, payload) instanceof Validation.Valid;
            assertThat(taken).as("%s", payload).isEqualTo(official().allows(action, payload));
        }
    }

    private void assertRefused(String action, Fault fault, ObjectNode payload) {
        assertThat(verdict(action, payload))
                .as("%s %s", fault, payload)
                .isInstanceOfSatisfying(
                        Validation.Invalid.class,
                        invalid -> assertThat(invalid.violation().code())
                                .as("%s %s", fault, payload)
                                .isEqualTo(fault.code()));
    }

    /** A payload that the schema allows. */
    protected ObjectNode valid(String action) {
        return valid(generator(action), action);
    }

    private ObjectNode valid(MessageGenerator generator, String action) {
        var schema = official().definition(action);
        return (ObjectNode) generator.valid(schema, schema);
    }

    private static MessageGenerator generator(String action) {
        return new MessageGenerator(new Random(SEED + action.hashCode()));
    }

    protected OfficialSchemas official() {
        return Objects.requireNonNull(official, "the official schemas cannot be had");
    }
}
