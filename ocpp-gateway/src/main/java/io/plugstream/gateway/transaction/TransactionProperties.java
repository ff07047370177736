package io.plugstream.gateway.transaction;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The rate limit for new transactions of one charger at one gateway.
 *
 * @param burst number of transactions that a charger may begin at once after a pause; more than it stores offline
 * @param interval time after which a charger that has used up the burst may begin another transaction
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.transactions", ignoreUnknownFields = false)
record TransactionProperties(
        @DefaultValue("500") @Min(1) int burst,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration interval) {}
