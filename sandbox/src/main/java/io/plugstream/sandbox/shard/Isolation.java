package io.plugstream.sandbox.shard;

import io.plugstream.model.charger.ChargerId;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work for one charger, whose unexpected failure must not stop the others. Failures of Kafka concern all. */
final class Isolation {

    private static final Logger log = LoggerFactory.getLogger(Isolation.class);

    private Isolation() {}

    /** Returns {@code otherwise} after an unexpected failure. */
    static <T> T of(ChargerId id, T otherwise, Supplier<T> work) {
        try {
            return work.get();
        } catch (KafkaException e) {
            throw e;
        } catch (RuntimeException e) {
            log.error("{} failed unexpectedly", id, e);
            return otherwise;
        }
    }
}
