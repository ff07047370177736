package io.plugstream.api.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import reactor.core.publisher.Mono;

/** Finds the addresses of a host without blocking the caller. */
@FunctionalInterface
interface HostResolver {

    /** Fails with {@link UnknownHostException} only if the host is known not to exist. */
    Mono<List<InetAddress>> resolve(String host);
}
