package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;

/** A tag: IdToken, CiString20Type (OCPP 1.6, 7.28). */
final class IdTag {

    /** Longer tags occur where an eMobility account is used as the tag. */
    static final Shape SHAPE = new Shape.Text(20, 255, Deviation.LONG_ID_TAG);

    private IdTag() {}
}
