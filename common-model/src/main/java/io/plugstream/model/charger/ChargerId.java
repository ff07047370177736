package io.plugstream.model.charger;

import io.plugstream.model.organisation.OrganisationId;

/**
 * A charger of an organisation. Two organisations may use the same chargeBoxId. Its topic key is
 * {@code organisation/charger}.
 */
public record ChargerId(String organisationId, String chargeBoxId) {

    /** What {@link #isChargeBoxId} demands, for messages. */
    public static final String CHARGE_BOX_ID_RULE =
            "must be 1 to 48 printable characters, none of / \\ : ? # \", not . or .., no space at either end";

    private static final int LONGEST = 48;
    private static final String FORBIDDEN = "/\\:?#\"";

    /** 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E37_79B9;

    public ChargerId {
        if (!OrganisationId.isValid(organisationId)) {
            throw new IllegalArgumentException("not an organisation id");
        }
        if (!isChargeBoxId(chargeBoxId)) {
            throw new IllegalArgumentException("not a chargeBoxId");
        }
    }

    /**
     * Whether {@code text} is a valid chargeBoxId: 1 to 48 printable characters, none of {@code / \ : ? # "}, not
     * {@code .} or {@code ..}, no space at either end. A no-break space may be there: registrations refuse it, but
     * earlier builds did not.
     */
    public static boolean isChargeBoxId(String text) {
        int length = text.codePointCount(0, text.length());
        return length >= 1
                && length <= LONGEST
                && text.strip().length() == text.length()
                && !text.equals(".")
                && !text.equals("..")
                && isPrintable(text);
    }

    // A loop is faster than a stream, and tables read a million ids at startup.
    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            if (!isAllowed(text.codePointAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> FORBIDDEN.indexOf(character) < 0;
        };
    }

    /** Reads a topic key. */
    public static ChargerId parse(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("not a charger key");
        }
        return new ChargerId(key.substring(0, slash), key.substring(slash + 1));
    }

    /** Spreads better than a record's default hash when both ids differ only in trailing digits. */
    @Override
    public int hashCode() {
        return SPREAD * organisationId.hashCode() + chargeBoxId.hashCode();
    }

    @Override
    public String toString() {
        return organisationId + '/' + chargeBoxId;
    }
}
