package io.plugstream.benchmark.delivery;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Loads on the two ways to the receiver: through the platform, and directly. */
record Deliveries(Receiver receiver, KafkaProducer<byte[], byte[]> producer, BarePosts posts) {

    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    /** Registers a webhook for each of these organisations. */
    void register(int from, int to) {
        for (int number = from; number < to; number++) {
            String organisation = Events.organisation(number);
            String id = "webhook-" + number;
            String secret = CIPHER.seal("a secret of the benchmark", new SecretOwner(organisation, id));
            WebhookRegistration webhook = new WebhookRegistration(
                    id,
                    Mode.LIVE,
                    receiver.url(number),
                    Set.of(EventType.CONNECTOR_STATUS_CHANGED),
                    true,
                    List.of(new SigningSecret(secret, null)));
            send(Topics.WEBHOOK_REGISTRATIONS.record(
                    organisation, new OrganisationWebhooks(organisation, List.of(webhook))));
        }
        producer.flush();
    }

    /** Removes the webhooks of these organisations. */
    void unregister(int from, int to) {
        for (int number = from; number < to; number++) {
            send(Topics.WEBHOOK_REGISTRATIONS.record(Events.organisation(number), null));
        }
        producer.flush();
    }

    Run bare(Events events, Load load) throws InterruptedException {
        return receiver.run(load, id -> {
            EventRecord event = events.of(id);
            posts.post(receiver.url(events.endpoint(id)), event);
        });
    }

    Run delivered(Events events, Load load) throws InterruptedException {
        return receiver.run(load, id -> send(Events.record(events.of(id))));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var _ = producer.send(record, (_, failure) -> {
            if (failure != null) {
                System.err.println("not sent: " + failure);
            }
        });
    }
}
