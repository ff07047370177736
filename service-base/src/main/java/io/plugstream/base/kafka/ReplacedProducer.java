package io.plugstream.base.kafka;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces an idempotent producer that a broker rejected before it sent its first record. Kafka's producer asks for its
 * id once: if a broker rejects this request's login or certificate, the producer never sends a record, even when the
 * brokers accept it again (ADR 115).
 */
final class ReplacedProducer<K, V> implements InvocationHandler {

    private static final Logger log = LoggerFactory.getLogger(ReplacedProducer.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration LAST_RECORDS = Duration.ofSeconds(30);

    private final Supplier<Producer<K, V>> opening;
    private volatile Producer<K, V> producer;
    private volatile boolean hasSent;
    private long openedAt;

    private ReplacedProducer(Supplier<Producer<K, V>> opening) {
        this.opening = opening;
        this.producer = opening.get();
        this.openedAt = System.nanoTime();
    }

    @SuppressWarnings("unchecked")
    static <K, V> Producer<K, V> of(Supplier<Producer<K, V>> opening) {
        return (Producer<K, V>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(), new Class<?>[] {Producer.class}, new ReplacedProducer<>(opening));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (!hasSent && method.getName().equals("send")) {
            replaceIfRejected();
        }
        try {
            return method.invoke(producer, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private synchronized void replaceIfRejected() {
        if (total("record-send-total") > 0) {
            hasSent = true;
        } else if (total("failed-authentication-total") > 0 && System.nanoTime() - openedAt > PAUSE.toNanos()) {
            log.warn("Opens another producer, because a broker rejected this one before its first record");
            Producer<K, V> rejected = producer;
            producer = opening.get();
            openedAt = System.nanoTime();
            Thread.ofVirtual().start(() -> rejected.close(LAST_RECORDS));
        }
    }

    private double total(String name) {
        return producer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals(name)
                        && metric.metricName().group().equals("producer-metrics"))
                .map(Metric::metricValue)
                .mapToDouble(value -> (double) value)
                .sum();
    }
}
