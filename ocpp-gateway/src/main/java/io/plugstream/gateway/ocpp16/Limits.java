package io.plugstream.gateway.ocpp16;

/** Lengths that several payloads share. */
final class Limits {

    /** IdToken, CiString20Type (OCPP 1.6, 7.28). */
    static final int ID_TAG = 20;

    /** Longer tags are met where an eMobility account takes the tag's place. */
    static final int TOLERATED_ID_TAG = 255;

    /** What is kept of free texts and of words that OCPP does not know, where that is tolerated. */
    static final int TOLERATED_TEXT = 500;

    /** No limit of its own: the frame's is the limit. */
    static final int FRAME = Integer.MAX_VALUE;

    /** Wh, either way of zero: what every reader of JSON holds exactly, and what can be subtracted. */
    static final long METER = (1L << 53) - 1;

    private Limits() {}
}
