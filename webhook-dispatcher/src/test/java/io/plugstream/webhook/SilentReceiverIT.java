package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.parts.TcpProxy;
import io.plugstream.parts.TcpProxy.Direction;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Networks to receivers drop traffic silently. */
class SilentReceiverIT {

    private static final Platform PLATFORM = Platform.get();

    /** An attempt has 5 s; the machine may be busy. */
    private static final Duration NOTICED = Duration.ofSeconds(15);

    private final TestLog log = PLATFORM.log();

    @Test
    void anAttemptAtASilentReceiverTimesOutAndLaterOnesSucceedOnceItAnswers() throws Exception {
        try (Way both = new Way("mute");
                Way there = new Way("unheard");
                Way back = new Way("unanswered");
                RecordingReceiver healthy = new RecordingReceiver(RecordingReceiver.OK)) {
            List<Way> ways = List.of(both, there, back);
            PLATFORM.register("quiet", webhooks(ways, healthy));
            String before = log.publish(Events.connected("quiet"));
            for (Way way : ways) {
                assertThat(PLATFORM.ended(way.webhook, before).outcome()).isEqualTo(Outcome.DELIVERED);
            }

            both.network.hold(Direction.TO_SERVER, Direction.TO_CLIENT);
            there.network.hold(Direction.TO_SERVER);
            back.network.lose(Direction.TO_CLIENT);
            String meanwhile = log.publish(Events.connected("quiet"));
            assertThat(PLATFORM.ended("talkative", meanwhile).outcome()).isEqualTo(Outcome.DELIVERED);
            for (Way way : ways) {
                await().atMost(NOTICED)
                        .until(() -> !log.ends(way.webhook, meanwhile).isEmpty());
                assertThat(log.ends(way.webhook, meanwhile).getFirst().outcome())
                        .as(way.webhook)
                        .isEqualTo(Outcome.TIMED_OUT);
            }

            ways.forEach(way -> way.network.restore());
            String after = log.publish(Events.connected("quiet"));
            for (Way way : ways) {
                assertThat(PLATFORM.ended(way.webhook, after).outcome())
                        .as(way.webhook)
                        .isEqualTo(Outcome.DELIVERED);
                assertThat(way.receiver.count(after)).as(way.webhook).isOne();
                assertThat(way.receiver.count(meanwhile)).as(way.webhook).isLessThanOrEqualTo(1);
            }
            assertThat(back.receiver.count(meanwhile)).isOne();
        }
    }

    private static WebhookRegistration[] webhooks(List<Way> ways, RecordingReceiver healthy) {
        List<WebhookRegistration> all = new ArrayList<>();
        ways.forEach(way -> all.add(TestLog.webhook(way.webhook, way.url())));
        all.add(TestLog.webhook("talkative", healthy.url()));
        return all.toArray(WebhookRegistration[]::new);
    }

    /** A receiver, and the network to it. */
    private static final class Way implements AutoCloseable {

        private final String webhook;
        private final RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK);
        private final TcpProxy network = TcpProxy.to(URI.create(receiver.url()).getPort());

        Way(String webhook) throws IOException {
            this.webhook = webhook;
        }

        String url() {
            return "http://127.0.0.1:" + network.port() + "/hook";
        }

        @Override
        public void close() throws IOException {
            network.close();
            receiver.close();
        }
    }
}
