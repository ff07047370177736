package io.plugstream.base.shield;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Imported by the services that accept requests from the internet. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ShieldProperties.class)
public class ShieldConfiguration {

    @Bean
    ClientAddress clientAddress(ShieldProperties properties) {
        return new ClientAddress(properties);
    }
}
