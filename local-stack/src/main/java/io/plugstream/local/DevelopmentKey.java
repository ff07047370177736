package io.plugstream.local;

/** The key that seals webhook secrets in local runs and tests. It is public and must not be used elsewhere. */
public final class DevelopmentKey {

    /** The environment variable of {@code plugstream.secrets.keys}. */
    public static final String VARIABLE = "PLUGSTREAM_SECRETS_KEYS";

    public static final String VALUE = "development:cGx1Z3N0cmVhbS1kZXZlbG9wbWVudC1rZXktMDAwMDE=";

    private DevelopmentKey() {}
}
