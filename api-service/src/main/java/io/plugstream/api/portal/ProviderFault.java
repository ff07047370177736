package io.plugstream.api.portal;

/** A failure of the identity provider. The message is for the log. */
final class ProviderFault extends Exception {

    private final boolean away;

    private ProviderFault(String message, boolean away, Throwable cause) {
        super(message, cause);
        this.away = away;
    }

    private ProviderFault(String message) {
        super(message);
        this.away = false;
    }

    static ProviderFault refused(String why) {
        return new ProviderFault(why);
    }

    static ProviderFault away(Exception cause) {
        return new ProviderFault("it does not answer: " + cause.getMessage(), true, cause);
    }

    /** Whether the provider did not answer, so a retry may succeed. */
    boolean isAway() {
        return away;
    }
}
