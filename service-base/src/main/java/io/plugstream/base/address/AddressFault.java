package io.plugstream.base.address;

/** What is wrong with a webhook's URL. */
public enum AddressFault {
    MALFORMED("must be an absolute URL of printable ASCII characters, percent-encoded where needed"),
    TOO_LONG("must be at most 2048 characters long"),
    SCHEME("must begin with https://"),
    SCHEME_OTHER_THAN_HTTP("must begin with https:// or http://"),
    CREDENTIALS("must not contain a user name or password"),
    FRAGMENT("must not contain a fragment"),
    PORT("must have a port between 1 and 65535, or none"),
    HOST_MISSING("must name a host"),
    HOST_INVALID("must name a valid host: letters, digits, hyphens and dots, or an IP address in its usual spelling"),
    ADDRESS_NOT_ALLOWED("must not point to a private, local or otherwise special address");

    private final String message;

    AddressFault(String message) {
        this.message = message;
    }

    /** Follows the field's name: "url must …". */
    public String message() {
        return message;
    }
}
