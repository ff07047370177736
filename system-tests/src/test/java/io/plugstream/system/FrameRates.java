package io.plugstream.system;

import eu.chargetime.ocpp.model.core.ChargePointStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Chargers that report changed states at a steady total rate. Each waits for an answer before its next frame. */
final class FrameRates {

    private final List<ChargePoint> chargers;

    FrameRates(Collection<ChargePoint> chargers) {
        this.chargers = List.copyOf(chargers);
    }

    /**
     * Sends all frames and returns when all are answered.
     *
     * @return the send time of each frame ({@link System#nanoTime}) by its {@code info}
     */
    Map<String, Long> send(int perSecond, int seconds) throws Exception {
        Map<String, Long> sent = new ConcurrentHashMap<>();
        long period = TimeUnit.SECONDS.toNanos(1) * chargers.size() / perSecond;
        int each = perSecond * seconds / chargers.size();
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int number = 0; number < chargers.size(); number++) {
                ChargePoint charger = chargers.get(number);
                // Spreads the chargers over the period.
                long first = start + period * number / chargers.size();
                running.add(threads.submit(() -> {
                    for (int frame = 0; frame < each; frame++) {
                        awaitDue(first + frame * period);
                        String info = perSecond + "/s " + charger.chargeBoxId() + ' ' + frame;
                        sent.put(info, System.nanoTime());
                        charger.status(1, alternate(frame), info);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(2, TimeUnit.MINUTES);
            }
        }
        return sent;
    }

    private static ChargePointStatus alternate(int frame) {
        return frame % 2 == 0 ? ChargePointStatus.Preparing : ChargePointStatus.Available;
    }

    private static void awaitDue(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
