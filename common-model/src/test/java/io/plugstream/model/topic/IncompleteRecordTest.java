package io.plugstream.model.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Somebody's JSON without the fields of a record must be parked, not read as a record of nulls. */
class IncompleteRecordTest {

    static Stream<Topic<?, ?>> topics() {
        return Topics.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("topics")
    void recordWithoutItsFieldsCannotBeRead(Topic<?, ?> topic) {
        assertThatThrownBy(() -> topic.values().deserializer().deserialize(topic.name(), "{\"x\":1}".getBytes(UTF_8)))
                .isInstanceOf(SerializationException.class);
    }
}
