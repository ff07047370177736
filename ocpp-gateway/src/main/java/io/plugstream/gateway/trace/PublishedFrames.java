package io.plugstream.gateway.trace;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.gateway.publish.LossyLog;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Masks and publishes frames without making chargers wait. */
@Component
final class PublishedFrames implements FramePublisher, DisposableBean {

    /** A frame has at most 64 KiB. */
    static final int MOST_WAITING = 200;

    private static final int BUFFER_BYTES = 4 * 1024 * 1024;

    private final LossyLog<ChargerId, ChargerFrame> frames;
    private final int characters;

    @Autowired
    PublishedFrames(KafkaClients clients, Instance instance, WatchProperties properties, MeterRegistry meters) {
        this(
                LossyLog.producer(
                        Topics.CHARGER_FRAMES, clients, "ocpp-gateway-frames-" + instance.name(), BUFFER_BYTES),
                properties,
                meters);
    }

    PublishedFrames(Producer<ChargerId, ChargerFrame> producer, WatchProperties properties, MeterRegistry meters) {
        this.characters = properties.characters();
        this.frames = new LossyLog<>(
                Topics.CHARGER_FRAMES,
                producer,
                MOST_WAITING,
                WatchedFrames.counter(meters, "published"),
                WatchedFrames.counter(meters, "lost"));
    }

    @Override
    public boolean write(RawFrame frame) {
        return frames.send(frame.charger(), () -> frame.shown(characters));
    }

    @Override
    public void destroy() {
        frames.close();
    }
}
