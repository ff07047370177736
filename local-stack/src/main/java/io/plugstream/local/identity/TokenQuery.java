package io.plugstream.local.identity;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.plugstream.model.organisation.OrganisationId;
import java.util.List;
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
        var values = URLUtils.parseParameters(query);
        if (!PARAMETERS.containsAll(values.keySet())) {
            throw new Fault("only org, user and role can be given");
        }
        for (var value : values.entrySet()) {
            if (value.getValue().size() > 1) {
                throw new Fault(value.getKey() + " is given twice");
            }
        }
        var organisation = required(values, "org");
        if (!OrganisationId.isValid(organisation)) {
            throw new Fault("org must be 1 to 64 letters, digits or . _ : | @ - and begin with a letter or digit");
        }
        if (organisation.startsWith(OrganisationId.RESERVED)) {
            throw new Fault("org must not begin with " + OrganisationId.RESERVED);
        }
        var user = required(values, "user");
        if (!USER.matcher(user).matches()) {
            throw new Fault("user must be 1 to 100 printable ASCII characters without spaces");
        }
        var role = values.get("role");
        if (role != null && !role.contains("operator")) {
            throw new Fault("role can only be operator");
        }
        return new Person(user, user, organisation, role != null);
    }

    private static String required(Map<String, List<String>> values, String name) throws Fault {
        return AuthorizationEndpoint.single(values, name)
                .orElseThrow(() -> new Fault(name + " is missing: /token?org=ORG&user=USER[&role=operator]"));
    }
}
