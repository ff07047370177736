package io.plugstream.model.organisation;

import java.util.regex.Pattern;

/** The rule for organisation ids, which come from the identity provider and stand in topic keys and gateway paths. */
public final class OrganisationId {

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:|@-]{0,63}");

    private OrganisationId() {}

    /** Whether {@code id} is 1 to 64 letters, digits or {@code . _ : | @ -}, and begins with a letter or digit. */
    public static boolean isValid(String id) {
        return VALID.matcher(id).matches();
    }
}
