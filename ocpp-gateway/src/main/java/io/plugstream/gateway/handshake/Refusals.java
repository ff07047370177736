package io.plugstream.gateway.handshake;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.LossyLog;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Reports refused handshakes to organisations, within limits and without the credentials (ADR 77). */
@Component
public final class Refusals {

    /** The name of the WebSocket session's attribute that holds the charger's address until the socket is open. */
    public static final String ADDRESS = Refusals.class.getName() + ".address";

    private static final int MOST_WAITING = 1_000;
    private static final int BUFFER_BYTES = 1024 * 1024;

    private final TopicTable<ChargerId, ChargerRegistration> registrations;
    private final RefusalLimits limits;
    private final LossyLog<String, RefusedHandshake> log;
    private final TimeBasedEpochGenerator ids;
    private final Clock clock;
    private final Counter withheld;
    private final Counter lost;

    Refusals(
            TopicTable<ChargerId, ChargerRegistration> registrations,
            RefusalLimits limits,
            LossyLog<String, RefusedHandshake> log,
            TimeBasedEpochGenerator ids,
            Clock clock,
            MeterRegistry meters) {
        this.registrations = registrations;
        this.limits = limits;
        this.log = log;
        this.ids = ids;
        this.clock = clock;
        this.withheld = counter(meters, "withheld");
        this.lost = counter(meters, "lost");
    }

    /** While Kafka is unavailable, it keeps only a small number. */
    @Bean
    static LossyLog<String, RefusedHandshake> refusalLog(
            KafkaClients clients, Instance instance, MeterRegistry meters) {
        return new LossyLog<>(
                Topics.REFUSED_HANDSHAKES,
                LossyLog.producer(
                        Topics.REFUSED_HANDSHAKES, clients, "ocpp-gateway-refusals-" + instance.name(), BUFFER_BYTES),
                MOST_WAITING,
                outcome -> counter(meters, outcome));
    }

    static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("plugstream.gateway.refusals")
                .description("Refused handshakes, by whether they were reported to the organisation")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Reports a refused handshake, if {@code rawPath} names an organisation. */
    void refused(String rawPath, Reason reason, String address) {
        ChargerPath.meant(rawPath).ifPresent(meant -> report(meant, reason, address));
    }

    /** Reports an authenticated charger that cannot be served. */
    public void refused(AuthenticatedCharger charger, Reason reason, String address) {
        ChargerId id = charger.id();
        report(id, charger.registration().mode(), id.organisationId(), id.chargeBoxId(), reason, address);
    }

    private void report(ChargerPath.Meant meant, Reason reason, String address) {
        ChargerId charger = meant.charger().orElse(null);
        ChargerRegistration registration = charger == null ? null : registrations.get(charger);
        report(
                registration == null ? null : charger,
                registration == null ? null : registration.mode(),
                meant.organisationId(),
                meant.chargeBoxId(),
                reason,
                address);
    }

    private void report(
            @Nullable ChargerId registered,
            @Nullable Mode mode,
            String organisationId,
            @Nullable String chargeBoxId,
            Reason reason,
            String address) {
        if (!limits.allow(registered, address)) {
            withheld.increment();
            return;
        }
        RefusedHandshake refusal = new RefusedHandshake(
                ids.generate(),
                organisationId,
                chargeBoxId,
                mode,
                reason,
                address,
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
        if (!log.send(organisationId, () -> refusal)) {
            lost.increment();
        }
    }
}
