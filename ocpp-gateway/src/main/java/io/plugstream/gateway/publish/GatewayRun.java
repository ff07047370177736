package io.plugstream.gateway.publish;

import java.util.UUID;

/**
 * This process, from its start to its end. What comes after a restart, under whatever name, is another.
 *
 * @param id what the process is called in topics
 */
public record GatewayRun(UUID id) {}
