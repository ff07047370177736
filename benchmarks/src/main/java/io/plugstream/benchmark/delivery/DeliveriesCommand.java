package io.plugstream.benchmark.delivery;

import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.LoadOptions;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how long an event takes from Kafka to its receiver. */
@Command(
        name = "deliveries",
        mixinStandardHelpOptions = true,
        description = "Event in Kafka to POST at the receiver, through a real broker and the real webhook-dispatcher;"
                + " yardstick: the same bytes POSTed straight to the same receiver.")
public final class DeliveriesCommand implements Callable<Integer> {

    private static final Map<String, String> LOOPBACK = Map.of(
            "PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP",
            "true",
            "PLUGSTREAM_WEBHOOKADDRESS_ALLOWLOOPBACK",
            "true",
            DevelopmentKey.VARIABLE,
            DevelopmentKey.VALUE);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Option(
            names = "--organisations",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "How many organisations, with a webhook each, have events in turn (default: ${DEFAULT-VALUE})")
    private int organisations;

    @Override
    public Integer call() throws InterruptedException {
        try (Stage stage = Stage.open();
                Receiver receiver = new Receiver();
                KafkaProducer<byte[], byte[]> producer = new Clients(stage.bootstrapServers()).producer()) {
            new Clients(stage.bootstrapServers()).create(Topics.WEBHOOK_REGISTRATIONS);
            register(receiver, producer);
            stage.start(options.home(), "webhook-dispatcher", LOOPBACK);
            return measure(receiver, producer);
        }
    }

    private void register(Receiver receiver, KafkaProducer<byte[], byte[]> producer) {
        for (int number = 0; number < organisations; number++) {
            String organisation = Events.organisation(number);
            WebhookRegistration webhook = new WebhookRegistration(
                    "webhook-" + number,
                    Mode.LIVE,
                    receiver.url(number),
                    Set.of(EventType.CONNECTOR_STATUS_CHANGED),
                    true,
                    List.of(new SigningSecret("a secret of the benchmark", null)));
            send(
                    producer,
                    Events.record(
                            Topics.WEBHOOK_REGISTRATIONS,
                            organisation,
                            new OrganisationWebhooks(organisation, List.of(webhook))));
        }
        producer.flush();
    }

    private int measure(Receiver receiver, KafkaProducer<byte[], byte[]> producer) throws InterruptedException {
        Events events = new Events(organisations);
        int missing = 0;
        try (BarePosts posts = new BarePosts()) {
            var _ = bare(receiver, posts, events, options.warmUp());
            var _ = delivered(receiver, producer, events, options.warmUp());
            Figures figures = new Figures(
                    spec.commandLine().getOut(), "event in Kafka to POST at the receiver", "the same bytes POSTed");
            for (Load load : options.loads()) {
                Run yardstick = bare(receiver, posts, events, load);
                Run measured = delivered(receiver, producer, events, load);
                figures.add(load, measured, yardstick);
                missing += measured.missing() + measured.repeated();
            }
        }
        return missing == 0 ? 0 : 1;
    }

    private static Run bare(Receiver receiver, BarePosts posts, Events events, Load load) throws InterruptedException {
        return receiver.run(load, id -> {
            EventRecord event = events.of(id);
            posts.post(receiver.url(events.endpoint(id)), event);
        });
    }

    private static Run delivered(Receiver receiver, KafkaProducer<byte[], byte[]> producer, Events events, Load load)
            throws InterruptedException {
        return receiver.run(load, id -> send(producer, Events.record(events.of(id))));
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        var _ = producer.send(record, (_, failure) -> {
            if (failure != null) {
                System.err.println("not sent: " + failure);
            }
        });
    }
}
