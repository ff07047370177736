package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.address.AddressRules;
import io.plugstream.contract.DescribedSchemas;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.LinkedMultiValueMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Checks of the OpenAPI document that need no running service. */
class OpenApiDocumentTest {

    private final DescribedSchemas description = PublishedOpenApi.get();
    private final JsonNode root = description.root();
    private final List<Operation> operations = Stream.concat(
                    Operation.all(root.path("paths")).stream(), Operation.all(root.path("webhooks")).stream())
            .toList();

    @Test
    void everyReferenceResolves() {
        visit("", root, (place, node) -> {
            if (node.path("$ref").isString()) {
                assertThat(description.resolve(node).isMissingNode()).as(place).isFalse();
            }
        });
    }

    @Test
    void everyObjectAllowsNoOtherFields() {
        visit("", root.path("components").path("schemas"), (place, node) -> {
            if (node.has("properties") && node.path("type").toString().contains("object")) {
                assertThat(node.path("additionalProperties").booleanValue(true))
                        .as(place)
                        .isFalse();
                assertThat(node.path("properties").propertyNames())
                        .as(place)
                        .containsAll(node.path("required")
                                .valueStream()
                                .map(JsonNode::stringValue)
                                .toList());
            }
        });
    }

    /** Code generators make a field with a default required. */
    @Test
    void noFieldHasADefault() {
        visit(
                "",
                root.path("components").path("schemas"),
                (place, node) -> assertThat(node.has("default")).as(place).isFalse());
    }

    @Test
    void everyExampleAgreesWithItsSchema() {
        List<String> examples = new ArrayList<>();
        visit("", root, (place, node) -> {
            if (node.has("example") && node.has("schema")) {
                JsonNode schema = node.path("schema");
                assertThat(description.faults(schema, node.path("example")))
                        .as(place)
                        .isEmpty();
                examples.add(place);
            }
        });
        assertThat(examples).hasSizeGreaterThan(50);
    }

    @Test
    void everyOperationHasAnExampleForItsBodyAndItsSuccess() {
        assertThat(operations).allSatisfy(operation -> {
            JsonNode body =
                    operation.content().path("requestBody").path("content").path("application/json");
            assertThat(body.isMissingNode() || body.has("example"))
                    .as(operation.name())
                    .isTrue();
            operation.content().path("responses").forEachEntry((status, response) -> {
                JsonNode success = response.path("content").path("application/json");
                assertThat(success.isMissingNode()
                                || success.has("example")
                                || operation.name().endsWith(".json"))
                        .as(operation.name() + status)
                        .isTrue();
            });
        });
    }

    @Test
    void operationIdsAreUnique() {
        assertThat(operations.stream()
                        .map(operation ->
                                operation.content().path("operationId").stringValue()))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyAnswerHasBothGenerationsOfRateLimitHeaders() {
        assertThat(Operation.all(root.path("paths")))
                .allSatisfy(operation -> operation
                        .content()
                        .path("responses")
                        .forEach(response -> assertThat(description
                                        .resolve(response)
                                        .path("headers")
                                        .propertyNames())
                                .as(operation.name())
                                .contains(
                                        "RateLimit",
                                        "RateLimit-Policy",
                                        "RateLimit-Limit",
                                        "RateLimit-Remaining",
                                        "RateLimit-Reset")));
    }

    @Test
    void pathParametersMatchThePath() {
        assertThat(Operation.all(root.path("paths"))).allSatisfy(operation -> {
            List<String> names = operation
                    .parameters()
                    .map(description::resolve)
                    .filter(parameter -> parameter.path("in").stringValue().equals("path"))
                    .map(parameter -> '{' + parameter.path("name").stringValue() + '}')
                    .toList();
            assertThat(names).allSatisfy(name -> assertThat(operation.path()).contains(name));
            assertThat(operation.path().chars().filter(c -> c == '{').count()).isEqualTo(names.size());
        });
    }

    /** Times in responses have one form, those in queries may have any offset and fraction. */
    @Test
    void timesInQueriesHaveNoPattern() {
        assertThat(operations.stream()
                        .flatMap(Operation::parameters)
                        .map(description::resolve)
                        .filter(parameter -> parameter.path("in").stringValue().equals("query"))
                        .map(parameter -> description.resolve(parameter.path("schema")))
                        .filter(schema -> schema.path("format").stringValue("").equals("date-time")))
                .hasSize(4)
                .allSatisfy(schema -> assertThat(schema.has("pattern")).isFalse());
    }

    @Test
    void enumerationsMatchTheCode() {
        assertThat(enumeration("Problem", "type"))
                .containsExactlyInAnyOrderElementsOf(ProblemLinks.all().toList());
        List<String> events =
                Arrays.stream(EventType.values()).map(EventType::wireName).toList();
        assertThat(enumeration("EventName")).containsExactlyInAnyOrderElementsOf(events);
        assertThat(root.path("webhooks").propertyNames()).containsExactlyInAnyOrderElementsOf(events);
        assertThat(enumeration("RefusedHandshake", "reason"))
                .containsExactlyElementsOf(Arrays.stream(RefusedHandshake.Reason.values())
                        .map(RefusedHandshake.Reason::wireName)
                        .toList());
        assertThat(enumeration("Tier"))
                .containsExactlyElementsOf(
                        Arrays.stream(Tier.values()).map(Tier::wireName).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Garage",
                " é 🔌 ",
                "a\u00a0",
                "a\u2028b",
                "\ufeff",
                "",
                " ",
                "\u00a0",
                "\u2007 \u202f",
                "\u2028",
                "\u3000",
                "a\u0000b",
                "\ta",
                "a\u007f",
                "a\u0085b"
            })
    void namesMatchTheCode(String name) {
        boolean valid = JsonBody.textFault(name, 1, 100) == null;
        assertThat(List.of("NewApiKey", "NewCharger", "ChargerChange", "OrganisationChange"))
                .allSatisfy(body -> {
                    JsonNode schema = root.path("components").path("schemas").path(body);
                    JsonNode described = schema.path("properties").path("name");
                    assertThat(description
                                    .faults(described, JsonNodeFactory.instance.stringNode(name))
                                    .isEmpty())
                            .as(body)
                            .isEqualTo(valid);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CP-1",
                "a b",
                "é🔌",
                "\u00a0a",
                "a;b",
                "~",
                " a",
                "a ",
                " ",
                "\ta",
                "a\nb",
                "a\u0000b",
                "a\u0085b",
                "a/b"
            })
    void chargeBoxIdsMatchTheCode(String id) {
        JsonNode described = root.path("components").path("schemas").path("ChargeBoxId");
        assertThat(isDescribed(described, id)).isEqualTo(ChargerId.isChargeBoxId(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "é🔌", "%", "", "\ta", "a\u0000b", "a\u007f", "a\u0085b"})
    void searchesMatchTheCode(String text) {
        boolean valid = !Objects.equals(
                ListQuery.of(new LinkedMultiValueMap<>(Map.of("search", List.of(text))))
                        .search(),
                "");
        List<JsonNode> described = operations.stream()
                .flatMap(Operation::parameters)
                .filter(parameter -> parameter.path("name").stringValue("").equals("search"))
                .map(parameter -> parameter.path("schema"))
                .toList();
        assertThat(described)
                .hasSize(2)
                .allSatisfy(schema -> assertThat(isDescribed(schema, text)).isEqualTo(valid));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://example.com/a?b=%20", "https://example.com/#a", "https://example.com/é", "https://a b/"
            })
    void urlsMatchTheCode(String url) {
        JsonNode described = root.path("components").path("schemas").path("WebhookUrl");
        assertThat(isDescribed(described, url))
                .isEqualTo(new AddressRules(true, true, List.of()).check(url).isEmpty());
    }

    private boolean isDescribed(JsonNode schema, String text) {
        return description
                .faults(schema, JsonNodeFactory.instance.stringNode(text))
                .isEmpty();
    }

    private List<String> enumeration(String schema, String... path) {
        JsonNode found = root.path("components").path("schemas").path(schema);
        for (String property : path) {
            found = found.path("properties").path(property);
        }
        return found.path("enum").valueStream().map(JsonNode::stringValue).toList();
    }

    private static void visit(String place, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        visitor.accept(place, node);
        if (node.isArray()) {
            node.forEach(child -> visit(place, child, visitor));
        } else {
            node.forEachEntry((name, child) -> visit(place + '/' + name, child, visitor));
        }
    }
}
