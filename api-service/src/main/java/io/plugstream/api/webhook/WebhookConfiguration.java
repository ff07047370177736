package io.plugstream.api.webhook;

import io.plugstream.base.address.WebhookAddressProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** Allowed addresses. The dispatcher needs the same configuration. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebhookAddressProperties.class)
class WebhookConfiguration {}
