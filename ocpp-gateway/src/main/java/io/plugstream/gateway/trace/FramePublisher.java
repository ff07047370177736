package io.plugstream.gateway.trace;

@FunctionalInterface
interface FramePublisher {

    /** Queues a frame without blocking. Returns false if the queue is full. The frame may still be lost. */
    boolean write(RawFrame frame);
}
