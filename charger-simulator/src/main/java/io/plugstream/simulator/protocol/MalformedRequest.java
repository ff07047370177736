package io.plugstream.simulator.protocol;

/** A CALL whose payload lacks something, or has something else than it may have. */
public final class MalformedRequest extends Exception {

    public MalformedRequest(String field, String fault) {
        super(field + " " + fault);
    }
}
