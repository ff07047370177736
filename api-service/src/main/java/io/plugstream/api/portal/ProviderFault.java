package io.plugstream.api.portal;

/** A failure of the identity provider. The message is for the log. */
final class ProviderFault extends Exception {

    private final boolean unavailable;

    private ProviderFault(String message, boolean unavailable, Throwable cause) {
        super(message, cause);
        this.unavailable = unavailable;
    }

    private ProviderFault(String message) {
        super(message);
        this.unavailable = false;
    }

    static ProviderFault refused(String why) {
        return new ProviderFault(why);
    }

    static ProviderFault unavailable(Exception cause) {
        return new ProviderFault("it does not answer: " + cause.getMessage(), true, cause);
    }

    /** Whether the provider did not answer, so a retry may succeed. */
    boolean isUnavailable() {
        return unavailable;
    }
}
