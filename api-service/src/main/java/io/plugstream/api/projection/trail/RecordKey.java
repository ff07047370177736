package io.plugstream.api.projection.trail;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the key of an event's record says. */
public final class RecordKey {

    private RecordKey() {}

    /** The organisation that the key names, without reading the value; empty if there is no such key. */
    public static String organisation(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        if (key == null) {
            return "";
        }
        String text = new String(key, StandardCharsets.UTF_8);
        int slash = text.indexOf('/');
        return slash < 0 ? "" : text.substring(0, slash);
    }
}
