package io.plugstream.local;

/** The key that seals webhooks' secrets in local runs and tests. Everybody knows it: it is for nothing else. */
public final class DevelopmentKey {

    /** The environment variable of {@code plugstream.secrets.keys}. */
    public static final String VARIABLE = "PLUGSTREAM_SECRETS_KEYS";

    public static final String VALUE = "development:cGx1Z3N0cmVhbS1kZXZlbG9wbWVudC1rZXktMDAwMDE=";

    private DevelopmentKey() {}
}
