package io.plugstream.system.fault;

import io.plugstream.parts.ClusterBroker;
import io.plugstream.parts.TcpProxy;
import io.plugstream.parts.TcpProxy.Direction;
import io.plugstream.system.Service;
import io.plugstream.system.ServiceInstance;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The faults that a test can cause. */
public final class Faults {

    /** The time that an orchestrator needs to notice an end and to restart. */
    private static final Duration DEAD = Duration.ofSeconds(4);

    private final FaultPlatform platform;

    public Faults(FaultPlatform platform) {
        this.platform = platform;
    }

    /** A broker and the role for which it is chosen. */
    public record Victim(String role, Supplier<ClusterBroker> broker) {}

    public Victim leader(String topic, int partition) {
        return new Victim(
                "leader of %s-%d".formatted(topic, partition),
                () -> platform.kafka().leader(topic, partition));
    }

    public Victim groupCoordinator(String group) {
        return new Victim(
                "coordinator of the group " + group, () -> platform.kafka().groupCoordinator(group));
    }

    public Victim transactionCoordinator(String transactionalId) {
        return new Victim(
                "coordinator of transactions " + transactionalId,
                () -> platform.kafka().transactionCoordinator(transactionalId));
    }

    public Victim controller() {
        return new Victim("active controller", () -> platform.kafka().controller());
    }

    /** kill -9, and a start some seconds later. */
    public Fault killBroker(Victim victim) {
        return fault(DEAD, () -> {
            ClusterBroker broker = victim.broker().get();
            broker.kill();
            return new Fault.Damage("%s (%s) killed".formatted(broker, victim.role()), broker::startAgain);
        });
    }

    /** SIGSTOP. */
    public Fault stopBroker(Victim victim, Duration lasts) {
        return fault(lasts, () -> {
            ClusterBroker broker = victim.broker().get();
            broker.pause();
            return new Fault.Damage(
                    "%s (%s) stands still for %d s".formatted(broker, victim.role(), lasts.toSeconds()),
                    broker::resume);
        });
    }

    /** kill -9 of PostgreSQL, and a start some seconds later. */
    public Fault killDatabase() {
        return fault(DEAD, () -> {
            platform.postgres().kill();
            return new Fault.Damage(
                    "PostgreSQL killed", () -> platform.postgres().startAgain());
        });
    }

    /** SIGSTOP of PostgreSQL. */
    public Fault stopDatabase(Duration lasts) {
        return fault(lasts, () -> {
            platform.postgres().pause();
            return new Fault.Damage(
                    "PostgreSQL stands still for %d s".formatted(lasts.toSeconds()),
                    () -> platform.postgres().resume());
        });
    }

    /** The first instance of {@code service} cannot reach one broker and notices at once. */
    public Fault cutOff(Service service, Victim victim, Duration lasts) {
        return disturb(service, victim, lasts, "is cut off from", TcpProxy::cut);
    }

    /** Nothing passes between the first instance of {@code service} and one broker, in either direction. */
    public Fault silence(Service service, Victim victim, Duration lasts) {
        return disturb(
                service,
                victim,
                lasts,
                "neither reaches nor hears",
                proxy -> proxy.hold(Direction.TO_SERVER, Direction.TO_CLIENT));
    }

    /** The answers of one broker to the first instance of {@code service} are lost; its requests arrive. */
    public Fault loseAcknowledgements(Service service, Victim victim, Duration lasts) {
        return disturb(service, victim, lasts, "gets no answer from", proxy -> proxy.lose(Direction.TO_CLIENT));
    }

    private interface Disturbance {
        void to(TcpProxy proxy);
    }

    private Fault disturb(Service service, Victim victim, Duration lasts, String how, Disturbance disturbance) {
        return fault(lasts, () -> {
            ClusterBroker broker = victim.broker().get();
            TcpProxy proxy = platform.between(service, broker);
            disturbance.to(proxy);
            return new Fault.Damage(
                    "%s %s %s (%s) for %d s"
                            .formatted(
                                    platform.instances(service).getFirst(),
                                    how,
                                    broker,
                                    victim.role(),
                                    lasts.toSeconds()),
                    proxy::restore);
        });
    }

    /** kill -9 of the first or second instance, and a start some seconds later. */
    public Fault kill(Service service, int number) {
        return fault(DEAD, () -> {
            ServiceInstance instance = platform.instances(service).get(number - 1);
            instance.kill();
            return new Fault.Damage(instance + " killed", () -> {
                instance.launch();
                instance.awaitReady();
            });
        });
    }

    /** SIGSTOP. */
    public Fault stop(Service service, int number, Duration lasts) {
        return fault(lasts, () -> {
            ServiceInstance instance = platform.instances(service).get(number - 1);
            instance.pause();
            return new Fault.Damage(
                    "%s stands still for %d s".formatted(instance, lasts.toSeconds()), instance::resume);
        });
    }

    /** Resets the sockets of at most {@code count} chargers. */
    public Fault cutChargers(int count) {
        return fault(Duration.ZERO, () -> {
            int cut = 0;
            for (TcpProxy proxy : platform.gatewayProxies()) {
                cut += proxy.reset(
                        Math.min(count - cut, proxy == platform.gatewayProxies().getLast() ? count : (count + 1) / 2));
            }
            return new Fault.Damage("%d chargers' sockets cut".formatted(cut), () -> {});
        });
    }

    /** Delays {@code fault} compared with the others that strike with it. */
    public static Fault after(Duration delay, Fault fault) {
        return new Later(delay, fault);
    }

    private interface Strike {
        Fault.Damage strike() throws Exception;
    }

    private static Fault fault(Duration lasts, Strike strike) {
        return new Plain(lasts, strike);
    }

    private record Plain(Duration lasts, Strike deed) implements Fault {
        @Override
        public Damage strike() throws Exception {
            return deed.strike();
        }
    }

    private record Later(Duration delay, Fault fault) implements Fault {
        @Override
        public Damage strike() throws Exception {
            try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
                return clock.schedule(fault::strike, delay.toMillis(), TimeUnit.MILLISECONDS)
                        .get();
            }
        }

        @Override
        public Duration lasts() {
            return fault.lasts();
        }
    }
}
