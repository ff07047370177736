package io.plugstream.api.database;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.plugstream.base.StartRefusedException;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.postgresql.PostgresqlConnectionFactoryProvider;
import io.r2dbc.spi.ConnectionFactory;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer;
import org.springframework.boot.r2dbc.health.ConnectionFactoryHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.resources.LoopResources;

@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** Made by {@code B41__schema.sql} in an empty database (ADR 122). */
    private static final MigrationVersion OLDEST_SCHEMA = MigrationVersion.fromVersion("41");

    /** Flyway itself would run only newer migrations on an older schema. */
    @Bean
    FlywayMigrationStrategy migration() {
        return flyway -> {
            MigrationInfo newest = flyway.info().current();
            if (newest != null && newest.getVersion().compareTo(OLDEST_SCHEMA) < 0) {
                throw new StartRefusedException("The database has version %s of the schema. This release starts from"
                                .formatted(newest.getVersion())
                        + " version %s: start an earlier build that has the migrations up to it first"
                                .formatted(OLDEST_SCHEMA));
            }
            flyway.migrate();
        };
    }

    @Bean(destroyMethod = "dispose")
    LoopResources databaseLoops(DatabaseProperties properties) {
        return new WatchedLoops(
                LoopResources.create("database", LoopResources.DEFAULT_IO_WORKER_COUNT, true),
                new SilenceWatch(properties.silence()));
    }

    @Bean
    ConnectionFactoryOptionsBuilderCustomizer watchedConnections(LoopResources databaseLoops) {
        return options -> options.option(PostgresqlConnectionFactoryProvider.LOOP_RESOURCES, databaseLoops);
    }

    /** Wraps the pool, so that all who use it take turns. */
    @Bean
    static BeanPostProcessor fairConnections() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ConnectionPool pool
                        ? new FairConnections(
                                pool, pool.getMetrics().orElseThrow().getMaxAllocatedSize())
                        : bean;
            }
        };
    }

    @Bean
    MeterBinder waitingForConnections(ConnectionFactory connections) {
        return meters -> Gauge.builder(
                        "plugstream.api.connections.waiting", (FairConnections) connections, FairConnections::waiting)
                .description(
                        "Requests that wait because as many connections are in use as all requests may use together")
                .register(meters);
    }

    /** Appears as {@code db} in the health. A read-only database is UP, because GETs still work. */
    @Bean
    ReactiveHealthIndicator dbHealthIndicator(ConnectionFactory connections) {
        return new ConnectionFactoryHealthIndicator(connections, "SHOW transaction_read_only");
    }
}
