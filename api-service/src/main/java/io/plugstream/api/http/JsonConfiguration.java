package io.plugstream.api.http;

import io.plugstream.model.json.Json;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;

/** Gives HTTP the same JSON format as topics and webhooks, in UTF-8 only. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

    @Bean
    JsonMapperBuilderCustomizer plugstreamJson() {
        return Json::configure;
    }

    /** Runs after Spring Boot's own customizer, which sets a decoder of all encodings. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    CodecCustomizer plugstreamJsonDecoder(JsonMapper mapper) {
        return codecs -> codecs.defaultCodecs().jacksonJsonDecoder(new Utf8JsonDecoder(mapper));
    }
}
