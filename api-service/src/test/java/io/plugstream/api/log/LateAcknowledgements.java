package io.plugstream.api.log;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topic;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;

/** Writes records, but tells the caller that it was not acknowledged in time; or refuses records. By topic. */
public final class LateAcknowledgements extends AcknowledgedLog {

    private final Set<Topic<?, ?>> late = ConcurrentHashMap.newKeySet();
    private final Set<Topic<?, ?>> refused = ConcurrentHashMap.newKeySet();

    LateAcknowledgements(KafkaClients clients, Instance instance, LogProperties properties, RequestTraces traces) {
        super(clients, instance, properties, traces);
    }

    /** Makes a replica use this instead of its own. */
    public static void replace(GenericApplicationContext context) {
        context.registerBean(LateAcknowledgements.class, definition -> definition.setPrimary(true));
    }

    /** Runs {@code action} while records of {@code topic} are written, and the acknowledgements come too late. */
    public <T> T late(Topic<?, ?> topic, Supplier<T> action) {
        return during(late, topic, action);
    }

    /** Runs {@code action} while records of {@code topic} are refused. */
    public <T> T refused(Topic<?, ?> topic, Supplier<T> action) {
        return during(refused, topic, action);
    }

    private static <T> T during(Set<Topic<?, ?>> topics, Topic<?, ?> topic, Supplier<T> action) {
        topics.add(topic);
        try {
            return action.get();
        } finally {
            topics.remove(topic);
        }
    }

    @Override
    public <K, V> Mono<Void> append(Topic<K, V> topic, K key, V value) {
        if (refused.contains(topic)) {
            return Mono.error(new RecordTooLargeException());
        }
        Mono<Void> appended = super.append(topic, key, value);
        return late.contains(topic) ? appended.then(Mono.error(new TimeoutException())) : appended;
    }
}
