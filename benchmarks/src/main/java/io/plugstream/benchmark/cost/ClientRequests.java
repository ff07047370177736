package io.plugstream.benchmark.cost;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The requests of each Kafka client of the services, from its own metrics. */
final class ClientRequests implements AutoCloseable {

    private static final List<String> CLIENTS = List.of(
            "kafka.consumer:type=consumer-metrics,client-id=*",
            "kafka.producer:type=producer-metrics,client-id=*",
            "kafka.admin.client:type=admin-client-metrics,client-id=*");
    private static final String FETCHES = "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*";

    private final Map<String, Beans> services;

    private ClientRequests(Map<String, Beans> services) {
        this.services = services;
    }

    /** @param services Java processes by their name */
    static ClientRequests of(Map<String, ProcessHandle> services) throws IOException {
        Map<String, Beans> beans = new TreeMap<>();
        for (Map.Entry<String, ProcessHandle> service : services.entrySet()) {
            beans.put(service.getKey(), Beans.of(service.getValue().pid()));
        }
        return new ClientRequests(beans);
    }

    /** The counts of one client since its start; only consumers have records and fetches. */
    record Counts(long requests, long fetches, long records) {

        static final Counts NONE = new Counts(0, 0, 0);

        Counts since(Counts earlier) {
            return new Counts(
                    Math.max(0, requests - earlier.requests),
                    Math.max(0, fetches - earlier.fetches),
                    Math.max(0, records - earlier.records));
        }

        private String over(double seconds) {
            String rate = String.format(Locale.ROOT, "%.1f", requests / seconds);
            return fetches == 0
                    ? rate
                    : String.format(
                            Locale.ROOT,
                            "%s (%.1f fetches, %.1f records each)",
                            rate,
                            fetches / seconds,
                            (double) records / fetches);
        }
    }

    /** The counts by service and client. */
    Map<String, Counts> counts() throws IOException {
        Map<String, Counts> all = new TreeMap<>();
        for (Map.Entry<String, Beans> service : services.entrySet()) {
            Map<String, Long> fetches = sums(service.getValue(), FETCHES, "fetch-total");
            Map<String, Long> records = sums(service.getValue(), FETCHES, "records-consumed-total");
            for (String clients : CLIENTS) {
                sums(service.getValue(), clients, "request-total")
                        .forEach((client, requests) -> all.put(
                                service.getKey() + ' ' + client,
                                new Counts(
                                        requests, fetches.getOrDefault(client, 0L), records.getOrDefault(client, 0L))));
            }
        }
        return all;
    }

    /** The busiest clients between two moments, one line each. */
    static List<String> busiest(Map<String, Counts> before, Map<String, Counts> after, double seconds, int most) {
        return after.entrySet().stream()
                .map(client -> Map.entry(
                        client.getKey(),
                        client.getValue().since(Objects.requireNonNullElse(before.get(client.getKey()), Counts.NONE))))
                .filter(client -> client.getValue().requests() > 0)
                .sorted(Comparator.comparingLong(client -> -client.getValue().requests()))
                .limit(most)
                .map(client -> client.getKey() + ": " + client.getValue().over(seconds))
                .toList();
    }

    private static Map<String, Long> sums(Beans service, String pattern, String attribute) throws IOException {
        return service.sums(pattern, attribute, name -> name.getKeyProperty("client-id"));
    }

    @Override
    public void close() throws IOException {
        for (Beans service : services.values()) {
            service.close();
        }
    }
}
