package io.plugstream.gateway.payload;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How payloads of chargers are judged. Other properties begin with the same prefix, so that unknown ones are not for this
 * record to refuse.
 *
 * @param validation {@code tolerant}: unknown fields, long texts and unknown words that harm nobody are taken and counted;
 *     {@code strict}: exactly the schemas of OCPP
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway")
public record ValidationProperties(
        @DefaultValue("tolerant") @NotNull Strictness validation) {}
