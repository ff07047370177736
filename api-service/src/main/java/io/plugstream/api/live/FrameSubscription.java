package io.plugstream.api.live;

import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/** A stream of one charger's frames. Frames that do not fit into the buffer are counted. Filled by one thread. */
final class FrameSubscription {

    private static final int TAKEN_AT_ONCE = 16;

    private final ChargerId charger;
    private final Mode mode;
    private final Sinks.Many<StreamMessage> buffer;
    private int leftOut;

    FrameSubscription(ChargerId charger, Mode mode, int size) {
        this.charger = charger;
        this.mode = mode;
        this.buffer = Sinks.many()
                .unicast()
                .onBackpressureBuffer(Queues.<StreamMessage>get(size).get());
    }

    ChargerId charger() {
        return charger;
    }

    /** Passes a frame on unless it belongs to a charger with the same id in the other mode. */
    void offer(ChargerFrame frame) {
        if (frame.mode() != mode || !frame.chargerId().equals(charger)) {
            return;
        }
        boolean passed = buffer.tryEmitNext(StreamMessage.frame(StreamedFrame.of(frame, leftOut)))
                .isSuccess();
        leftOut = passed ? 0 : leftOut + 1;
    }

    Flux<StreamMessage> messages() {
        return buffer.asFlux().publishOn(Schedulers.parallel(), TAKEN_AT_ONCE);
    }
}
