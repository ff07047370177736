package io.plugstream.api.secret;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The keys of secrets. The dispatcher and the sandbox need the same configuration. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecretKeyProperties.class)
class SecretConfiguration {

    @Bean
    SecretCipher secretCipher(SecretKeyProperties properties) {
        return properties.cipher();
    }
}
