package io.plugstream.api.webhook;

import io.plugstream.base.address.WebhookAddressProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Where webhooks may point is configured alike here and in the dispatcher. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookAddressProperties.class)
class WebhookConfiguration {}
