package io.plugstream.gateway.payload;

/** Lengths that all versions share. */
public final class Limits {

    /** What is kept of free texts and of words that OCPP does not know, where that is tolerated. */
    public static final int TOLERATED_TEXT = 500;

    /** No limit of its own: the frame's is the limit. */
    public static final int FRAME = Integer.MAX_VALUE;

    /** Wh, either way of zero: what every reader of JSON holds exactly, and what can be subtracted. */
    static final long METER = (1L << 53) - 1;

    private Limits() {}
}
