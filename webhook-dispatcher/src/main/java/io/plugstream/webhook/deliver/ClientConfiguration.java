package io.plugstream.webhook.deliver;

import io.netty.resolver.AddressResolverGroup;
import io.plugstream.base.address.AbsoluteNames;
import io.plugstream.base.address.AddressRules;
import io.plugstream.webhook.address.FilteringResolverGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** The HTTP client of the POSTs: HTTP/1.1, no retries, no redirects, no state but pooled connections. */
@Configuration(proxyBeanMethods = false)
class ClientConfiguration {

    private static final int LONGEST_HEAD = 16 * 1024;
    private static final int LONGEST_DNS_TTL_SECONDS = 10;

    /** Two name servers can be tried within an attempt, so that it does not look as if the receiver was slow. */
    private static final Duration LONGEST_DNS_QUERY =
            DeliveryProperties.ATTEMPT.dividedBy(2).minusMillis(100);

    /** Many servers close connections that were idle for 5 s; a POST sent at that moment is lost. */
    private static final Duration LONGEST_IDLE = Duration.ofMillis(1_500);

    /** The pool is unlimited, so that no webhook waits for another; the limits in flight bound the connections. */
    @Bean
    ConnectionProvider webhookConnectionPool() {
        return ConnectionProvider.builder("webhooks")
                .maxConnections(Integer.MAX_VALUE)
                .pendingAcquireMaxCount(-1)
                .maxIdleTime(LONGEST_IDLE)
                // A changed DNS record takes effect within this time.
                .maxLifeTime(Duration.ofSeconds(60))
                .evictInBackground(LONGEST_IDLE)
                .disposeInactivePoolsInBackground(Duration.ofMinutes(1), Duration.ofMinutes(5))
                .build();
    }

    @Bean(destroyMethod = "dispose")
    LoopResources webhookLoops() {
        return LoopResources.create("webhook", Math.max(2, Runtime.getRuntime().availableProcessors()), true);
    }

    /**
     * Runs work on the event loops, behind answers that have already arrived. So a busy dispatcher begins fewer POSTs
     * instead of letting those in flight time out.
     */
    @Bean(destroyMethod = "")
    Scheduler webhookScheduler(LoopResources loops) {
        return Schedulers.fromExecutorService(loops.onClient(false), "webhook");
    }

    /** Resolves names without checking the addresses. */
    @Bean(destroyMethod = "close")
    AddressResolverGroup<InetSocketAddress> webhookNames() {
        return AbsoluteNames.resolvers(
                builder -> builder.ttl(0, LONGEST_DNS_TTL_SECONDS).queryTimeoutMillis(LONGEST_DNS_QUERY.toMillis()));
    }

    @Bean(destroyMethod = "close")
    FilteringResolverGroup webhookResolver(AddressResolverGroup<InetSocketAddress> webhookNames, AddressRules rules) {
        return new FilteringResolverGroup(webhookNames, rules);
    }

    @Bean
    HttpClient webhookConnections(ConnectionProvider pool, LoopResources loops, FilteringResolverGroup resolver) {
        return HttpClient.create(pool)
                .runOn(loops, false)
                .resolver(resolver)
                .protocol(HttpProtocol.HTTP11)
                .followRedirect(false)
                // By default a request is sent again if its pooled connection was reset.
                .disableRetry(true)
                .compress(false)
                .noProxy()
                .httpResponseDecoder(decoder -> decoder.maxHeaderSize(LONGEST_HEAD))
                .doOnChannelInit((_, channel, _) -> channel.pipeline()
                        .addAfter(NettyPipeline.HttpCodec, "interim-responses", new InterimResponses()));
    }
}
