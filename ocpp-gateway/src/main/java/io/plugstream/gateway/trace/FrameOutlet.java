package io.plugstream.gateway.trace;

/** Where frames are told. */
@FunctionalInterface
interface FrameOutlet {

    /** Takes a frame on its way without waiting for anything; false if too many wait already. It may still be lost. */
    boolean write(RawFrame frame);
}
