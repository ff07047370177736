package io.plugstream.api.webhook;

import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Allowed addresses and the keys of secrets. The dispatcher needs the same configuration. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({WebhookAddressProperties.class, SecretKeyProperties.class})
class WebhookConfiguration {

    @Bean
    SecretCipher secretCipher(SecretKeyProperties properties) {
        return properties.cipher();
    }
}
