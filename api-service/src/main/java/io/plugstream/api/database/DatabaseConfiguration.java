package io.plugstream.api.database;

import io.r2dbc.spi.ConnectionFactory;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.r2dbc.health.ConnectionFactoryHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** Named {@code db} in the readiness, as operators know it. */
    @Bean
    ReactiveHealthIndicator dbHealthIndicator(ConnectionFactory connections) {
        return new ConnectionFactoryHealthIndicator(connections, "SELECT 1");
    }
}
