package io.plugstream.webhook.address;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.EventExecutor;
import io.plugstream.base.address.AddressRules;
import java.net.InetSocketAddress;

/** Resolves with another group, but only to addresses that the rules allow. IP addresses are checked as well. */
public final class FilteringResolverGroup extends AddressResolverGroup<InetSocketAddress> {

    private final AddressResolverGroup<InetSocketAddress> names;
    private final AddressRules rules;

    public FilteringResolverGroup(AddressResolverGroup<InetSocketAddress> names, AddressRules rules) {
        this.names = names;
        this.rules = rules;
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new FilteringResolver(executor, names.getResolver(executor), rules);
    }

    @Override
    public void close() {
        super.close();
        names.close();
    }
}
