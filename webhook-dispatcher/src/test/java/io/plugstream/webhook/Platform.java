package io.plugstream.webhook;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** A real broker and a dispatcher that tests of this JVM share; both end with the JVM. */
final class Platform {

    private static final Platform INSTANCE = new Platform();

    private final Kafka broker;
    private final TestLog log;
    private final RecordingReceiver early;
    private final String recent;
    private ConfigurableApplicationContext dispatcher;

    private Platform() {
        try {
            broker = RealParts.kafka();
            log = new TestLog(broker.bootstrapServers());
            log.createTopics();
            early = new RecordingReceiver(RecordingReceiver.OK);
            log.register("early", TestLog.webhook("early", early.url()));
            log.publishAsOf(Instant.now().minus(Duration.ofMinutes(10)), Events.connected("early"));
            recent = log.publish(Events.connected("early"));
            dispatcher = EmbeddedDispatcher.run(broker.bootstrapServers());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Started on first use. */
    static Platform get() {
        return INSTANCE;
    }

    TestLog log() {
        return log;
    }

    /** The receiver of webhook {@code early}, registered before the first start. */
    RecordingReceiver early() {
        return early;
    }

    /** An event published just before the first start; another was ten minutes old then. */
    String recent() {
        return recent;
    }

    /** Registers webhooks and returns once the dispatcher has read them. */
    void register(String organisationId, WebhookRegistration... webhooks) throws Exception {
        log.register(organisationId, webhooks);
        List<String> ids = Arrays.stream(webhooks).map(WebhookRegistration::id).toList();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> registered(organisationId).equals(ids));
    }

    private List<String> registered(String organisationId) {
        return dispatcher.getBean(TopicTable.class).entries().get(organisationId) instanceof OrganisationWebhooks known
                ? known.webhooks().stream().map(WebhookRegistration::id).toList()
                : List.of();
    }

    /** The value of a dispatcher's counter. */
    double count(String meter) {
        return dispatcher.getBean(MeterRegistry.class).get(meter).counter().count();
    }

    double gauge(String meter) {
        return dispatcher.getBean(MeterRegistry.class).get(meter).gauge().value();
    }

    /** Actions while no dispatcher runs. */
    @FunctionalInterface
    interface Meanwhile {
        void happens() throws Exception;
    }

    void restart(Meanwhile meanwhile) throws Exception {
        dispatcher.close();
        meanwhile.happens();
        dispatcher = EmbeddedDispatcher.run(broker.bootstrapServers());
    }

    Ended ended(String webhookId, String eventId) {
        return await().atMost(Duration.ofSeconds(20))
                .until(() -> log.ends(webhookId, eventId), ends -> !ends.isEmpty())
                .getFirst();
    }
}
