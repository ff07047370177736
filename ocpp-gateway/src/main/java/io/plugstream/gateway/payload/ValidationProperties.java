package io.plugstream.gateway.payload;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How payloads from chargers are validated. Other records share the prefix, so this one cannot reject unknown
 * properties.
 *
 * @param validation {@code tolerant}: harmless unknown fields, long texts and unknown values are accepted and counted;
 *     {@code strict}: payloads must match the schemas of OCPP exactly
 */
@ConfigurationProperties(prefix = "plugstream.gateway")
public record ValidationProperties(@DefaultValue("tolerant") Strictness validation) {}
