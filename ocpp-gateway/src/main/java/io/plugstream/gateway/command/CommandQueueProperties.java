package io.plugstream.gateway.command;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The queues of commands for chargers.
 *
 * @param waiting maximum number of commands that wait for one charger while it handles another command
 * @param memory maximum size of all commands at a gateway without a result, as in their topic; in memory a command may
 *     take sixteen times as much. An organisation may have at most as much as is still free
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.gateway.command", ignoreUnknownFields = false)
record CommandQueueProperties(
        @DefaultValue("20") @Min(1) @Max(10_000) int waiting,
        @DefaultValue("8MB") DataSize memory) {

    @AssertTrue(message = "plugstream.gateway.command.memory must be at least 1MB")
    public boolean isMemoryEnough() {
        return memory.toMegabytes() >= 1;
    }
}
