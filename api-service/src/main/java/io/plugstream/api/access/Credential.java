package io.plugstream.api.access;

import io.plugstream.model.organisation.Mode;

/** What a request shows of itself, not yet believed. */
sealed interface Credential {

    /** An API key. */
    record Key(String text) implements Credential {

        @Override
        public String toString() {
            return "Key";
        }
    }

    /** An ID token, and the mode that its bearer asks for. */
    record Token(String text, Mode mode) implements Credential {

        @Override
        public String toString() {
            return "Token[" + mode + ']';
        }
    }

    /** Nothing that could be believed: two credentials at once, another scheme, an unknown mode. */
    record Unusable() implements Credential {}
}
