package io.plugstream.system.fault;

import io.plugstream.local.process.Parallel;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventType;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.parts.TcpProxy;
import io.plugstream.system.ChargePoint;
import io.plugstream.system.Organisation;
import io.plugstream.system.account.Exchange;
import io.plugstream.system.account.IssuedCommand;
import io.plugstream.system.account.Logged;
import io.plugstream.system.account.Post;
import io.plugstream.system.account.ReceivedCommand;
import io.plugstream.system.account.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Organisations with charging chargers, webhook receivers and API clients, until {@link #end}. */
final class Load implements AutoCloseable {

    private static final String SECRET = "a secret of printable characters";
    private static final Duration LAST_SESSIONS = Duration.ofMinutes(5);

    private final FaultPlatform platform;
    private final Receivers receivers = new Receivers();
    private final Queue<Organisation> organisations = new ConcurrentLinkedQueue<>();
    private final Queue<Subscription> subscriptions = new ConcurrentLinkedQueue<>();
    private final Queue<LoadCharger> chargers = new ConcurrentLinkedQueue<>();
    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
    private final Queue<Commander> commanders = new ConcurrentLinkedQueue<>();
    private final Queue<ReceivedCommand> received = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Latencies answers = new Latencies();
    private final Latencies calls = new Latencies();
    private final AtomicInteger resets = new AtomicInteger();

    private Load(FaultPlatform platform) throws IOException {
        this.platform = platform;
    }

    /** Registers everything, then starts the load; the rate is that of all chargers together. */
    static Load begin(FaultPlatform platform, List<Site> sites, double messagesPerSecond, Random random)
            throws IOException {
        Load load = new Load(platform);
        int all = sites.stream().mapToInt(Site::chargers).sum();
        Duration between = Duration.ofMillis(Math.round(1_000 * all / messagesPerSecond));
        Parallel.all(sites.stream()
                .map(site -> (Runnable) () -> load.register(site, between, new Random(random.nextLong())))
                .toList());
        load.chargers.forEach(charger -> load.threads.add(Thread.ofVirtual().start(charger)));
        load.callers.forEach(caller -> load.threads.add(Thread.ofVirtual().start(caller)));
        load.commanders.forEach(commander -> load.threads.add(Thread.ofVirtual().start(commander)));
        return load;
    }

    private void register(Site site, Duration between, Random random) {
        Organisation organisation = Organisation.create(platform, site.name(), site.tier());
        organisations.add(organisation);
        for (int webhook = 1; webhook <= site.webhooks(); webhook++) {
            String name = site.name() + '-' + webhook;
            List<String> events =
                    Site.events(webhook).stream().map(EventType::wireName).toList();
            String id = organisation.registerWebhook(receivers.url(name), events, SECRET);
            receivers.belongs(name, id);
            subscriptions.add(new Subscription(id, organisation.id(), Site.events(webhook)));
        }
        List<String> names = new ArrayList<>();
        for (int charger = 1; charger <= site.chargers(); charger++) {
            names.add("CP-" + charger);
        }
        List<Integer> gatewayPorts =
                platform.gatewayProxies().stream().map(TcpProxy::port).toList();
        int count = 0;
        for (Map.Entry<String, ChargePoint> charger :
                organisation.registerChargers(names).entrySet()) {
            ChargerId id = new ChargerId(organisation.id(), charger.getKey());
            Consumer<String> commands = data -> received.add(new ReceivedCommand(id, data, Instant.now()));
            // Every second charger speaks OCPP 2.0.1.
            ChargerMessages messages = count++ % 2 == 0
                    ? new Ocpp16Messages(charger.getValue(), commands)
                    : new Ocpp201Messages(charger.getValue().station(), commands);
            chargers.add(new LoadCharger(id, messages, gatewayPorts, between, new Random(random.nextLong()), answers));
        }
        if (site.callsPerSecond() > 0) {
            Duration pause = Duration.ofMillis(Math.round(1_000 / site.callsPerSecond()));
            callers.add(new Caller(organisation, platform.apis(), pause, new Random(random.nextLong()), calls, resets));
        }
        if (site.commandsPerSecond() > 0) {
            Duration pause = Duration.ofMillis(Math.round(1_000 / site.commandsPerSecond()));
            commanders.add(
                    new Commander(organisation, names, platform.apis(), pause, new Random(random.nextLong()), resets));
        }
    }

    /** Ends the load; returns when all sessions and calls have ended. */
    void end() throws InterruptedException {
        chargers.forEach(LoadCharger::stop);
        callers.forEach(Caller::stop);
        commanders.forEach(Commander::stop);
        for (Thread thread : threads) {
            if (!thread.join(LAST_SESSIONS)) {
                throw new IllegalStateException("a charger or a caller does not end");
            }
        }
    }

    List<Organisation> organisations() {
        return List.copyOf(organisations);
    }

    Organisation organisation(String id) {
        return organisations.stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    List<Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    /** @param log the source of transaction ids for chargers that do not learn them from answers */
    List<Exchange> exchanges(List<Logged> log) {
        Map<ChargerId, Map<Long, Integer>> transactionIds = new HashMap<>();
        log.forEach(logged -> {
            if (logged.event().data() instanceof TransactionStarted started) {
                transactionIds
                        .computeIfAbsent(logged.event().chargerId(), _ -> new HashMap<>())
                        .put(started.meterStart(), started.transactionId());
            }
        });
        return chargers.stream()
                .flatMap(charger -> charger.journal(transactionIds.getOrDefault(charger.id(), Map.of())).stream())
                .toList();
    }

    List<IssuedCommand> issuedCommands() {
        return commanders.stream()
                .flatMap(commander -> commander.issued().stream())
                .toList();
    }

    List<ReceivedCommand> receivedCommands() {
        return List.copyOf(received);
    }

    List<Post> posts() {
        return receivers.posts();
    }

    /** POSTs so far. */
    int posted() {
        return receivers.count();
    }

    /** The answers to chargers' messages so far; each attempt counts separately. */
    Latencies answers() {
        return answers;
    }

    Latencies calls() {
        return calls;
    }

    /** Calls whose connection broke: each may have been made twice. */
    int resets() {
        return resets.get();
    }

    @Override
    public void close() {
        chargers.forEach(LoadCharger::abandon);
        threads.forEach(Thread::interrupt);
        receivers.close();
    }
}
