package io.plugstream.model.organisation;

/** The format of organisation ids, which come from the identity provider and appear in topic keys and gateway paths. */
public final class OrganisationId {

    /** Prefix of the platform's own ids. An identity provider's must not begin with it. */
    public static final String RESERVED = "plugstream:";

    private static final int LONGEST = 64;
    private static final String SIGNS = "._:|@-";

    private OrganisationId() {}

    /** Whether {@code id} is 1 to 64 letters, digits or {@code . _ : | @ -}, and begins with a letter or digit. */
    public static boolean isValid(String id) {
        if (id.isEmpty() || id.length() > LONGEST || !isLetterOrDigit(id.charAt(0))) {
            return false;
        }
        // A loop is faster than a stream, and tables read a million ids at startup.
        for (int i = 1; i < id.length(); i++) {
            char character = id.charAt(i);
            if (!isLetterOrDigit(character) && SIGNS.indexOf(character) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9');
    }
}
