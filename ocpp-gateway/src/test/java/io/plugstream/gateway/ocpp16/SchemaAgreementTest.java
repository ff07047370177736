package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generated messages are judged here as the official schemas judge them. Skipped where the schemas cannot be had, unless
 * {@code plugstream.schemas=required}; {@code plugstream.schemas.messages} is the number of messages for each action and
 * fault, {@code plugstream.schemas.seed} makes others.
 */
class SchemaAgreementTest {

    private static final int MESSAGES = Integer.getInteger("plugstream.schemas.messages", 100);
    private static final long SEED = Long.getLong("plugstream.schemas.seed", 16);

    private static @Nullable OfficialSchemas official;

    @BeforeAll
    static void obtain() throws InterruptedException {
        official = OfficialSchemas.obtain().orElse(null);
        boolean required = "required".equals(System.getProperty("plugstream.schemas"));
        assumeTrue(official != null || required, "the official schemas cannot be had");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheSchemaAllowsIsTaken(Action action) {
        MessageGenerator generator = generator(action);
        for (int i = 0; i < MESSAGES; i++) {
            ObjectNode payload = valid(generator, action);
            assertThat(official().allows(action.wireName(), payload))
                    .as("schema: %s", payload)
                    .isTrue();
            assertThat(action.validate(payload, Strictness.STRICT))
                    .as("%s", payload)
                    .isInstanceOf(Validation.Valid.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTheSchemaForbidsIsRefusedWithTheRightCode(Action action) {
        MessageGenerator generator = generator(action);
        Set<Fault> tried = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            for (int i = 0; i < MESSAGES; i++) {
                ObjectNode payload = valid(generator, action);
                if (fault.breakOne(generator, official().definition(action.wireName()), payload)) {
                    tried.add(fault);
                    assertThat(official().allows(action.wireName(), payload))
                            .as("schema: %s %s", fault, payload)
                            .isFalse();
                    assertRefused(action, fault, payload);
                }
            }
        }
        assertThat(tried).contains(Fault.UNKNOWN_FIELD);
        assertThat(action == Action.HEARTBEAT || tried.contains(Fault.MISSING_FIELD))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void verdictsOnMessagesWithManyFaultsAgree(Action action) {
        MessageGenerator generator = generator(action);
        for (int i = 0; i < 5 * MESSAGES; i++) {
            ObjectNode payload = valid(generator, action);
            for (Fault fault : Fault.values()) {
                if (generator.oneOf(List.of(0, 1, 2)) == 0) {
                    fault.breakOne(generator, official().definition(action.wireName()), payload);
                }
            }
            boolean taken = action.validate(payload, Strictness.STRICT) instanceof Validation.Valid;
            assertThat(taken).as("%s", payload).isEqualTo(official().allows(action.wireName(), payload));
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAreAsTheirSchemasSay(Action action) {
        Request request = ((Validation.Valid<Request>)
                        action.validate(valid(generator(action), action), Strictness.STRICT))
                .request();

        assertThat(answers(request))
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(official().allowsAnswer(action.wireName(), answer.payload()))
                        .as("%s", answer.payload())
                        .isTrue());
    }

    private static List<Response> answers(Request request) {
        Response.IdTagInfo accepted = Response.IdTagInfo.ACCEPTED;
        return switch (request) {
            case Authorize _ -> List.of(new Response.Authorized(accepted));
            case BootNotification _ -> List.of(new Response.Booted("Accepted", Instant.EPOCH, 300));
            case Heartbeat _ -> List.of(new Response.HeartbeatReceived(Instant.EPOCH));
            case MeterValues _, StatusNotification _ -> List.of(new Response.Noted());
            case Notification notification -> List.of(notification.answer());
            case StartTransaction _ -> List.of(new Response.Started(accepted, 7));
            case StopTransaction _ -> List.of(new Response.Stopped(accepted), new Response.Stopped(null));
        };
    }

    /** Where this gateway is wider than the schemas, so that no transaction is lost to a sloppy clock. */
    @ParameterizedTest
    @CsvSource({
        "aTimeWithoutZoneIsUtc,        2026-01-31T09:00:00",
        "aTimeMayLackItsSeconds,       2026-01-31T09:00Z",
        "anOffsetMayLackItsColon,      2026-01-31T10:00:00+0100",
        "anOffsetMayLackItsMinutes,    2026-01-31T10:00:00+01"
    })
    void deliberatelyTaken(String difference, String timestamp) {
        ObjectNode payload = start().put("timestamp", timestamp);

        assertThat(official().allows("StartTransaction", payload))
                .as(difference)
                .isFalse();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Valid.class);
    }

    /** Where it is narrower: what OCPP 1.6 says in its text alone, and what nothing could hold. */
    @ParameterizedTest
    @CsvSource({
        "aConnectorIsNotNegative,        connectorId,   -1",
        "anIdFitsThirtyTwoBits,          connectorId,   2147483648",
        "anIdFitsThirtyTwoBits,          reservationId, -2147483649",
        "aReadingIsOneOfAMeter,          meterStart,    9007199254740992",
        "aReadingIsOneOfAMeter,          meterStart,    -9007199254740992"
    })
    void deliberatelyRefused(String difference, String field, long value) {
        ObjectNode payload = start().put(field, value);

        assertThat(official().allows("StartTransaction", payload))
                .as(difference)
                .isTrue();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Invalid.class);
    }

    @Test
    void aYearHasFourDigitsInUtcToo() {
        ObjectNode payload = start().put("timestamp", "9999-12-31T23:59:59-01:00");

        assertThat(official().allows("StartTransaction", payload)).isTrue();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Invalid.class);
    }

    private static void assertRefused(Action action, Fault fault, ObjectNode payload) {
        assertThat(action.validate(payload, Strictness.STRICT))
                .as("%s %s", fault, payload)
                .isInstanceOfSatisfying(
                        Validation.Invalid.class,
                        invalid -> assertThat(invalid.violation().code())
                                .as("%s %s", fault, payload)
                                .isEqualTo(fault.code()));
    }

    private static ObjectNode valid(MessageGenerator generator, Action action) {
        var schema = official().definition(action.wireName());
        return (ObjectNode) generator.valid(schema, schema);
    }

    private static MessageGenerator generator(Action action) {
        return new MessageGenerator(new Random(SEED + action.wireName().hashCode()));
    }

    private static ObjectNode start() {
        return (ObjectNode) Json.mapper()
                .readTree(
                        "{\"connectorId\":1,\"idTag\":\"T\",\"meterStart\":0,\"timestamp\":\"2026-01-31T09:00:00Z\"}");
    }

    private static OfficialSchemas official() {
        return Objects.requireNonNull(official, "the official schemas cannot be had");
    }
}
