package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives HTTP the same JSON format as topics and webhooks. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

    @Bean
    JsonMapperBuilderCustomizer plugstreamJson() {
        return Json::configure;
    }
}
