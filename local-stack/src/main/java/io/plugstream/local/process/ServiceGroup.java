package io.plugstream.local.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The services of a run: started together, watched while they run, stopped one after another. */
public final class ServiceGroup {
    private static final int POLL_MILLIS = 200;

    private final List<ServiceProcess> services;
    private final Consumer<String> say;
    private volatile boolean stopping;

    /** Takes the services in the order in which they stop. */
    public ServiceGroup(List<ServiceProcess> services, Consumer<String> say) {
        this.services = List.copyOf(services);
        this.say = say;
    }

    /**
     * Starts all services, returns when all are ready, and watches them from then on.
     *
     * @throws StartException if a service ends or is not ready within {@code limit}
     */
    public void start(Duration limit) throws InterruptedException {
        var begin = System.nanoTime();
        services.forEach(ServiceProcess::start);
        var waiting = new ArrayList<>(services);
        while (!waiting.isEmpty()) {
            for (var service : List.copyOf(waiting)) {
                if (isReady(service, System.nanoTime() - begin > limit.toNanos(), limit)) {
                    waiting.remove(service);
                    say.accept("%s is ready after %.1f s".formatted(service.name(), (System.nanoTime() - begin) / 1e9));
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
        services.forEach(service -> Thread.ofVirtual().start(new ServiceWatch(service, say, () -> stopping)));
    }

    /** Stops the services one after another, including those started by hand. */
    public void stop(Duration timeout) {
        stopping = true;
        services.forEach(service -> service.stop(timeout));
    }

    private static boolean isReady(ServiceProcess service, boolean tooLate, Duration limit)
            throws InterruptedException {
        if (service.running().isEmpty()) {
            throw new StartException(service.endMessage());
        }
        var answer = service.askReadiness();
        if (!answer.ready() && tooLate) {
            throw new StartException("%s is not ready after %d s; its readiness: %s%n%s"
                    .formatted(service.name(), limit.toSeconds(), answer.text(), service.logTail()));
        }
        return answer.ready();
    }
}
