package io.plugstream.api.projection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Record keys (mostly chargers) with a record that the database refused within the last minute. */
final class RefusedKeys {

    private static final int MOST_KEYS = 10_000;

    private final Cache<String, Boolean> keys = Caffeine.newBuilder()
            .maximumSize(MOST_KEYS)
            .expireAfterWrite(Duration.ofMinutes(1))
            .executor(Runnable::run)
            .build();

    boolean contains(ConsumerRecord<byte[], byte[]> record) {
        return keys.getIfPresent(key(record)) != null;
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
        keys.put(key(record), true);
    }

    static String key(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        return record.topic() + ' ' + key;
    }
}
