package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.util.List;
import java.util.stream.Stream;

/** The topics that a service writes, and the topics of other services that it reads. */
public record TopicUse(List<Topic<?, ?>> written, List<Topic<?, ?>> read) {

    public TopicUse {
        written = List.copyOf(written);
        read = List.copyOf(read);
    }

    /** All topics that the service uses. */
    public List<Topic<?, ?>> all() {
        return Stream.concat(written.stream(), read.stream()).distinct().toList();
    }
}
