package io.plugstream.base.kafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether Kafka answers within {@value #TIMEOUT_MS} ms. */
public final class KafkaHealthIndicator implements HealthIndicator {

    private static final int TIMEOUT_MS = 2_000;

    private final Admin admin;

    public KafkaHealthIndicator(KafkaClients clients) {
        this.admin = clients.sharedAdmin();
    }

    @Override
    public Health health() {
        try {
            int brokers = admin.describeCluster(new DescribeClusterOptions().timeoutMs(TIMEOUT_MS))
                    .nodes()
                    .get(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .size();
            return Health.up().withDetail("brokers", brokers).build();
        } catch (ExecutionException e) {
            return Health.down()
                    .withDetail("error", String.valueOf(e.getCause()))
                    .build();
        } catch (TimeoutException e) {
            return Health.down()
                    .withDetail("error", "no answer within " + TIMEOUT_MS + " ms")
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.unknown().build();
        }
    }
}
