package io.plugstream.simulator.protocol;

/** A CALL whose payload has a missing or invalid field. */
public final class MalformedRequest extends Exception {

    public MalformedRequest(String field, String fault) {
        super(field + " " + fault);
    }
}
