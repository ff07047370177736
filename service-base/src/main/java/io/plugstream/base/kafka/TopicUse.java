package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.util.List;
import java.util.stream.Stream;

/**
 * The topics that a service uses.
 *
 * @param written topics that it writes
 * @param read topics of other services that it reads
 * @param changelogs names of the topics that Kafka Streams creates for it
 */
public record TopicUse(List<Topic<?, ?>> written, List<Topic<?, ?>> read, List<String> changelogs) {

    public TopicUse {
        written = List.copyOf(written);
        read = List.copyOf(read);
        changelogs = List.copyOf(changelogs);
    }

    /** The topics of a service without Kafka Streams. */
    public TopicUse(List<Topic<?, ?>> written, List<Topic<?, ?>> read) {
        this(written, read, List.of());
    }

    /** All topics that the service writes or reads by itself. */
    public List<Topic<?, ?>> all() {
        return Stream.concat(written.stream(), read.stream()).distinct().toList();
    }
}
