package io.plugstream.gateway.trace;

import io.plugstream.gateway.payload.Words;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Hides passwords, tags and keys in payloads, by field names. Names are compared without case and punctuation. */
final class Secrets {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Fields whose whole value is hidden; {@code data} is vendor-specific and may contain anything. */
    private static final Set<String> SECRET_FIELDS = Words.of("""
            additionalidtoken apnpassword apnusername authorizationkey certificate certificatechain csr
            customercertificate customeridentifier data exirequest exiresponse groupidtoken idtag idtoken
            parentidtag password privatekey signingcertificate simpin
            """);

    /** Fields that hold the value of a variable, which may be a secret. */
    private static final Set<String> VALUES = Set.of("actualvalue", "attributevalue", "variableattribute");

    /** The component whose values are all hidden (OCPP 2.0.1, part 2, 3.1). */
    private static final String SECURITY = "securityctrlr";

    private static final String VPN = "vpn";

    /** Fields with an address, which may contain a password or a signature. */
    private static final Set<String> ADDRESSES = Set.of("location", "ocppcsmsurl", "remotelocation");

    /** Parts of the names of configuration keys and variables whose values are hidden, also of vendor-specific ones. */
    private static final Set<String> SECRET_KEYS =
            Set.of("authorizationkey", "password", "passwd", "passphrase", "secret", "credential", "token", "psk");

    private static final String PRIVATE_KEY = "PRIVATE KEY";

    private Secrets() {}

    static ObjectNode hiddenIn(ObjectNode payload) {
        boolean secretValue = isSecretKey(payload);
        boolean secretVariable = isSecretVariable(payload);
        ObjectNode shown = NODES.objectNode();
        payload.forEachEntry((name, value) -> shown.set(
                name,
                secretVariable && VALUES.contains(plain(name)) ? hidden() : shown(plain(name), value, secretValue)));
        return shown;
    }

    static String lengthOf(String text) {
        return text.isEmpty() ? text : "*** (%d characters)".formatted(text.length());
    }

    private static JsonNode shown(String name, JsonNode value, boolean secretValue) {
        if (SECRET_FIELDS.contains(name) || (secretValue && name.equals("value"))) {
            return hidden();
        }
        if (name.equals(VPN) && value instanceof ObjectNode vpn) {
            return vpn(vpn);
        }
        if (ADDRESSES.contains(name)) {
            return value.isString() ? NODES.stringNode(address(value.stringValue())) : hidden();
        }
        return shown(value);
    }

    private static JsonNode shown(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> hiddenIn(object);
            case ArrayNode array -> {
                ArrayNode shown = NODES.arrayNode();
                array.forEach(element -> shown.add(shown(element)));
                yield shown;
            }
            case StringNode text when text.stringValue().contains(PRIVATE_KEY) -> hidden();
            default -> value;
        };
    }

    /** Shows only the server and type of VPN settings. */
    private static ObjectNode vpn(ObjectNode settings) {
        ObjectNode shown = NODES.objectNode();
        settings.forEachEntry(
                (name, value) -> shown.set(name, name.equals("type") || name.equals("server") ? value : hidden()));
        return shown;
    }

    /** Whether the object sets or reports a variable with a secret value. */
    private static boolean isSecretVariable(ObjectNode object) {
        String component = "";
        String variable = "";
        for (var field : object.properties()) {
            String name = plain(field.getKey());
            if (name.equals("component")) {
                component = plain(field.getValue().path("name").asString(""));
            } else if (name.equals("variable")) {
                variable = plain(field.getValue().path("name").asString(""));
            }
        }
        return component.equals(SECURITY) || SECRET_KEYS.stream().anyMatch(variable::contains);
    }

    /** Whether the object sets or reports a configuration key with a secret value. */
    private static boolean isSecretKey(ObjectNode object) {
        for (var field : object.properties()) {
            if (plain(field.getKey()).equals("key") && field.getValue().isString()) {
                String key = plain(field.getValue().stringValue());
                if (SECRET_KEYS.stream().anyMatch(key::contains)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Shows scheme, host, port and path: there may be credentials before the host and a signature in the query. */
    private static String address(String text) {
        try {
            URI uri = new URI(text);
            @Nullable String host = uri.getHost();
            return host == null
                    ? lengthOf(text)
                    : new URI(uri.getScheme(), null, host, uri.getPort(), uri.getPath(), null, null).toString();
        } catch (URISyntaxException e) {
            return lengthOf(text);
        }
    }

    private static String plain(String name) {
        StringBuilder letters = new StringBuilder(name.length());
        name.codePoints().filter(Character::isLetter).forEach(letters::appendCodePoint);
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    private static JsonNode hidden() {
        return NODES.stringNode("***");
    }
}
