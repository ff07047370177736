package io.plugstream.api.webhook;

import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where webhooks may point, and what seals their secrets, is configured alike here and in the dispatcher. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({WebhookAddressProperties.class, SecretKeyProperties.class})
class WebhookConfiguration {

    @Bean
    SecretCipher secretCipher(SecretKeyProperties properties) {
        return properties.cipher();
    }
}
