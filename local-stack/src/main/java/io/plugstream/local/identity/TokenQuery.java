package io.plugstream.local.identity;

import io.plugstream.model.organisation.OrganisationId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The query of {@code GET /token}, which names the user of the requested token. */
final class TokenQuery {
    private static final Set<String> PARAMETERS = Set.of("org", "user", "role");
    private static final Pattern USER = Pattern.compile("[\\x21-\\x7e]{1,100}");

    private TokenQuery() {}

    /** An invalid query. The message tells the client why. */
    static final class Fault extends Exception {
        Fault(String message) {
            super(message);
        }
    }

    /** Reads {@code org=ORG&user=USER[&role=operator]}. */
    static Person parse(@Nullable String query) throws Fault {
        var values = values(query == null ? "" : query);
        var organisation = required(values, "org");
        if (!OrganisationId.isValid(organisation)) {
            throw new Fault("org must be 1 to 64 letters, digits or . _ : | @ - and begin with a letter or digit");
        }
        var user = required(values, "user");
        if (!USER.matcher(user).matches()) {
            throw new Fault("user must be 1 to 100 printable ASCII characters without spaces");
        }
        var role = values.get("role");
        if (role != null && !role.equals("operator")) {
            throw new Fault("role can only be operator");
        }
        return new Person(user, user, organisation, role != null);
    }

    private static Map<String, String> values(String query) throws Fault {
        var values = new HashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            var parts = pair.split("=", 2);
            var name = decoded(parts[0]);
            if (name.isEmpty() && parts.length == 1) {
                continue;
            }
            if (!PARAMETERS.contains(name)) {
                throw new Fault("only org, user and role can be given");
            }
            if (values.put(name, parts.length == 2 ? decoded(parts[1]) : "") != null) {
                throw new Fault(name + " is given twice");
            }
        }
        return values;
    }

    private static String required(Map<String, String> values, String name) throws Fault {
        var value = values.get(name);
        if (value == null || value.isEmpty()) {
            throw new Fault(name + " is missing: /token?org=ORG&user=USER[&role=operator]");
        }
        return value;
    }

    private static String decoded(String text) throws Fault {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Fault("the query is not percent-encoded properly");
        }
    }
}
