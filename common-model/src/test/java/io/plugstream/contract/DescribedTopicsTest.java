package io.plugstream.contract;

import static io.plugstream.contract.Sample.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DescribedTopicsTest {

    @Test
    void theDocumentListsTheTopicsOfTheCatalogue() {
        assertThat(TOPICS.names())
                .containsExactlyInAnyOrderElementsOf(
                        Topics.ALL.stream().map(Topic::name).toList());
    }

    @Test
    void everyTopicHasSamples() {
        assertThat(records().map(sample -> sample.topic().name()))
                .containsAll(Topics.ALL.stream().map(Topic::name).toList());
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordAgreesWithTheDocument(Sample<Object, Object> sample) {
        assertThat(sample.faults()).isEmpty();
    }

    @Test
    void undocumentedFieldsAreFound() {
        byte[] key = "acme/CP 1".getBytes(StandardCharsets.UTF_8);
        byte[] odd = "{\"organisationId\":\"acme\",\"more\":1}".getBytes(StandardCharsets.UTF_8);
        assertThat(TOPICS.faults("charger-registrations", key, odd)).hasSizeGreaterThan(2);
        assertThat(TOPICS.faults("charger-registrations", "acme".getBytes(StandardCharsets.UTF_8), null))
                .hasSize(1);
        assertThat(TOPICS.faults("elsewhere", key, null)).hasSize(1);
    }

    static Stream<Sample<?, ?>> records() {
        return Stream.of(EventSamples.all(), ChargerSamples.all(), ServiceSamples.all())
                .flatMap(samples -> samples);
    }
}
