package io.plugstream.gateway.publish;

import java.util.UUID;

/**
 * This process, from start to end. After a restart it is another run, whatever its name.
 *
 * @param id identifies the process in topics
 */
public record GatewayRun(UUID id) {}
