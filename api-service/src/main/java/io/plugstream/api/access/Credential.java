package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;

/** A credential as a request presents it, not yet verified. */
sealed interface Credential {

    /** An API key. */
    record Key(String text) implements Credential {

        @Override
        public String toString() {
            return "Key";
        }
    }

    /** An ID token and the requested mode. */
    record Token(String text, Mode mode) implements Credential {

        @Override
        public String toString() {
            return "Token[" + mode + ']';
        }
    }

    /** Two credentials at once, or another scheme. */
    record Unusable() implements Credential {}
}
