package io.plugstream.api.projection.trail;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the key of an event's record. */
public final class RecordKey {

    private RecordKey() {}

    /** The organisation in the key; empty if there is none. Does not read the value. */
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
