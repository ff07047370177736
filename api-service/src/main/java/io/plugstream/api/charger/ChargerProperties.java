package io.plugstream.api.charger;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The address that chargers connect to.
 *
 * @param connectionUrl the gateway's address as chargers reach it, such as {@code wss://ocpp.example.com/ocpp}. Required
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.chargers", ignoreUnknownFields = false)
record ChargerProperties(
        @NotNull(message = "is required: the ws or wss address of the gateway as chargers reach it")
        @Pattern(regexp = "wss?://[^\\s?#]+", message = "must be a ws:// or wss:// address without query")
        String connectionUrl) {}
