package io.plugstream.gateway.payload;

/** Limits that all OCPP versions share. */
public final class Limits {

    /** Longest free text, or value that OCPP does not define, where that is tolerated. */
    public static final int TOLERATED_TEXT = 500;

    /** No limit but that of the frame. */
    public static final int FRAME = Integer.MAX_VALUE;

    /** In Wh, positive or negative: what every JSON reader represents exactly, and can be subtracted. */
    static final long METER = (1L << 53) - 1;

    private Limits() {}
}
