package io.plugstream.system.fault;

import io.plugstream.system.Service;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Random faults, which are the same for the same seed as far as their victims are the same. */
final class RandomFaults {

    private static final List<Duration> STILL =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(45));
    private static final List<String> TOPICS = List.of(
            "charger-events",
            "connector-events",
            "transaction-events",
            "webhook-claims",
            "webhook-deliveries",
            "api-calls");
    private static final int PARTITIONS = 6;
    private static final int SOCKETS = 30;

    private final Faults faults;
    private final Random random;

    RandomFaults(FaultPlatform platform, Random random) {
        this.faults = new Faults(platform);
        this.random = random;
    }

    /** One fault, or some that strike together. */
    Fault[] next() {
        return switch (random.nextInt(13)) {
            case 0 -> together(faults.killBroker(victim()));
            case 1 -> together(faults.stopBroker(victim(), still()));
            case 2 -> together(faults.cutOff(service(), victim(), still()));
            case 3 -> together(faults.silence(service(), victim(), still()));
            case 4 -> together(faults.loseAcknowledgements(service(), victim(), still()));
            case 5 -> together(faults.kill(service(), instance()));
            case 6 -> together(faults.stop(service(), instance(), still()));
            case 7 -> together(faults.killBroker(victim()), faults.kill(service(), instance()));
            case 8 -> together(faults.stopBroker(victim(), STILL.getFirst()), faults.kill(service(), instance()));
            case 9 -> together(faults.killDatabase());
            case 10 -> together(faults.stopDatabase(still()));
            case 11 -> together(faults.killDatabase(), faults.kill(service(), instance()));
            default ->
                together(
                        faults.stopBroker(victim(), STILL.getFirst()),
                        Faults.after(Duration.ofMillis(random.nextInt(2_000)), faults.cutChargers(SOCKETS)));
        };
    }

    private static Fault[] together(Fault... some) {
        return some;
    }

    private Faults.Victim victim() {
        return switch (random.nextInt(5)) {
            case 0 -> faults.controller();
            case 1 -> faults.groupCoordinator("webhook-dispatcher");
            case 2 -> faults.transactionCoordinator("plugstream-api-outbox-charger-registrations-0");
            default -> faults.leader(TOPICS.get(random.nextInt(TOPICS.size())), random.nextInt(PARTITIONS));
        };
    }

    private Duration still() {
        return STILL.get(random.nextInt(STILL.size()));
    }

    private Service service() {
        return FaultPlatform.SERVICES.get(random.nextInt(FaultPlatform.SERVICES.size()));
    }

    private int instance() {
        return 1 + random.nextInt(2);
    }
}
