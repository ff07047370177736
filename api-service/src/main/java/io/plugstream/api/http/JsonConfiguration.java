package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** HTTP spells values as topics and webhooks do. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

    @Bean
    JsonMapperBuilderCustomizer plugstreamJson() {
        return Json::configure;
    }
}
