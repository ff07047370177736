package io.plugstream.local.identity;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The persons offered on the sign-in page. */
final class People {
    static final String DEMONSTRATION = "demonstration";
    static final String NEW_ORGANISATION = "new-organisation";
    static final String OPERATOR = "operator";

    private static final int SUFFIX = 8;

    Optional<Person> named(String name) {
        return switch (name) {
            case DEMONSTRATION -> Optional.of(new Person("ada", "Ada", "demo", false));
            case NEW_ORGANISATION -> Optional.of(new Person("ada", "Ada", "org-" + unused(), false));
            case OPERATOR -> Optional.of(new Person("operator", "Operator", "operations", true));
            default -> Optional.empty();
        };
    }

    private static String unused() {
        return UUID.randomUUID().toString().toLowerCase(Locale.ROOT).substring(0, SUFFIX);
    }
}
