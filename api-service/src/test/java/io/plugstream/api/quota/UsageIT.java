package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

class UsageIT {

    private static final String USAGE = "/api/v1/usage";

    private static Tenant tenant(Tier tier) {
        return Tenant.of(Replicas.first(), tier);
    }

    @Test
    void showsTheDayIncludingThisCallLikeTheHeaders() {
        Tenant tenant = tenant(Tier.GROWTH);
        tenant.live().get("/api/v1/nothing");
        Answer answer = tenant.live().get(USAGE);
        LocalDate today = LocalDate.now(ZoneOffset.UTC);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("tier").stringValue()).isEqualTo("Growth");
        assertThat(answer.json().path("limit").longValue()).isEqualTo(10_000);
        assertThat(answer.json().path("remaining").longValue()).isEqualTo(answer.number("RateLimit-Remaining"));
        // Two calls created keys, two used them.
        assertThat(answer.json().path("used").longValue()).isEqualTo(4);
        assertThat(answer.json().path("resetAt").stringValue()).isEqualTo(today.plusDays(1) + "T00:00:00.000Z");
        assertThat(answer.json().path("days").size()).isEqualTo(30);
        assertThat(answer.json().path("days").path(0).toString())
                .isEqualTo("{\"date\":\"" + today.minusDays(29) + "\",\"used\":0}");
        assertThat(answer.json().path("days").path(29).toString()).isEqualTo("{\"date\":\"" + today + "\",\"used\":4}");
    }

    @Test
    void anUnlimitedOrganisationsCallsAreCountedAsExactly() {
        Tenant tenant = tenant(Tier.SCALE);
        Answer answer = tenant.live().get(USAGE);

        assertThat(answer.json().path("limit").longValue()).isEqualTo(Tier.UNLIMITED);
        assertThat(answer.json().path("remaining").longValue()).isEqualTo(Tier.UNLIMITED);
        assertThat(answer.header("RateLimit-Remaining")).contains("999999999999999");
        assertThat(answer.json().path("used").longValue()).isEqualTo(3);
        assertThat(tenant.live().get(USAGE).json().path("used").longValue()).isEqualTo(4);
    }

    @Test
    void earlierDaysAreReadFromTheTopicAndNeverGoBack() throws Exception {
        Tenant tenant = tenant(Tier.STARTER);
        LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        send(tenant, yesterday, "{\"not\": \"a count\"}");
        send(tenant, yesterday, usage(tenant, yesterday, 700));
        send(tenant, yesterday.minusDays(1), usage(tenant, yesterday.minusDays(1), 9));
        send(tenant, yesterday.minusDays(60), usage(tenant, yesterday.minusDays(60), 1));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var days = tenant.live().get(USAGE).json().path("days");
            assertThat(days.path(28).path("used").longValue()).isEqualTo(700);
            assertThat(days.path(27).path("used").longValue()).isEqualTo(9);
        });
        Replicas.first()
                .bean(DayCounts.class)
                .learn(java.util.List.of(new DailyUsage(tenant.id(), yesterday, 3, 1_000)))
                .block();
        assertThat(tenant.live()
                        .get(USAGE)
                        .json()
                        .path("days")
                        .path(28)
                        .path("used")
                        .longValue())
                .isEqualTo(700);
    }

    /** Earlier versions of quota-service chose another partition for each day. */
    @Test
    void theLargestCountOfADayCountsWhateverItsPartition() throws Exception {
        Tenant tenant = tenant(Tier.STARTER);
        LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        for (int partition = 0; partition < Topics.DAILY_USAGE.partitions(); partition++) {
            send(tenant, yesterday, usage(tenant, yesterday, partition == 2 ? 700 : 10 + partition), partition);
            send(tenant, yesterday.minusDays(1), usage(tenant, yesterday.minusDays(1), partition + 1), partition);
        }

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var days = tenant.live().get(USAGE).json().path("days");
            assertThat(days.path(28).path("used").longValue()).isEqualTo(700);
            assertThat(days.path(27).path("used").longValue()).isEqualTo(Topics.DAILY_USAGE.partitions());
        });
    }

    @Test
    void theDailyCountOfQuotaServiceIsStoredInTheTable() {
        Tenant tenant = tenant(Tier.STARTER);
        tenant.live().get(USAGE);

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Replicas.first()
                                .bean(DatabaseClient.class)
                                .sql("SELECT coalesce(sum(used), 0)::bigint AS used FROM daily_usage"
                                        + " WHERE organisation_id = :organisation")
                                .bind("organisation", tenant.id())
                                .map(row -> Objects.requireNonNull(row.get("used", Long.class)))
                                .one()
                                .block())
                        .isEqualTo(3));
    }

    @Test
    void anOrganisationSeesItself() {
        Tenant tenant = tenant(Tier.STARTER);

        assertThat(tenant.test().get("/api/v1/organisation").body())
                .isEqualTo("{\"id\":\"" + tenant.id() + "\",\"name\":\"Test\",\"tier\":\"Starter\","
                        + "\"limits\":{\"callsPerDay\":1000,\"chargers\":5,\"webhooks\":20}}");
        Tenant.setTier(Replicas.first(), tenant.id(), Tier.FREE);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(
                                tenant.live().get("/api/v1/organisation").body())
                        .endsWith("\"limits\":{\"callsPerDay\":50,\"chargers\":1,\"webhooks\":0}}"));
        assertThat(Replicas.first().client().get("/api/v1/organisation").status())
                .isEqualTo(401);
    }

    private static String usage(Tenant tenant, LocalDate day, long used) {
        return new String(
                Topics.DAILY_USAGE
                        .values()
                        .serializer()
                        .serialize(Topics.DAILY_USAGE.name(), new DailyUsage(tenant.id(), day, used, 1_000)),
                StandardCharsets.UTF_8);
    }

    private static void send(Tenant tenant, LocalDate day, String value) throws Exception {
        send(tenant, day, value, null);
    }

    private static void send(Tenant tenant, LocalDate day, String value, @Nullable Integer partition) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", Platform.get().kafka().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topics.DAILY_USAGE.name(),
                            partition,
                            Instant.now().toEpochMilli(),
                            (tenant.id() + '/' + day).getBytes(StandardCharsets.UTF_8),
                            value.getBytes(StandardCharsets.UTF_8)))
                    .get(20, TimeUnit.SECONDS);
        }
    }
}
