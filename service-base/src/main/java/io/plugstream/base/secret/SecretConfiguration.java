package io.plugstream.base.secret;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Imported by the services that seal or open secrets. All of them need the same keys. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecretKeyProperties.class)
public class SecretConfiguration {

    @Bean
    SecretCipher secretCipher(SecretKeyProperties properties) {
        return properties.cipher();
    }
}
