package io.plugstream.webhook.address;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.plugstream.base.address.AddressRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;

/** Rejects a name if any of its addresses is not allowed: a mixed answer is a sign of DNS rebinding. */
final class FilteringResolver extends AbstractAddressResolver<InetSocketAddress> {

    private final AddressResolver<InetSocketAddress> names;
    private final AddressRules rules;

    FilteringResolver(EventExecutor executor, AddressResolver<InetSocketAddress> names, AddressRules rules) {
        super(executor, InetSocketAddress.class);
        this.names = names;
        this.rules = rules;
    }

    /** Always false, so that IP addresses are filtered as well. */
    @Override
    protected boolean doIsResolved(InetSocketAddress address) {
        return false;
    }

    @Override
    protected void doResolve(InetSocketAddress address, Promise<InetSocketAddress> promise) {
        complete(
                address.isUnresolved() ? names.resolve(address) : executor().newSucceededFuture(address),
                List::of,
                address,
                promise);
    }

    @Override
    protected void doResolveAll(InetSocketAddress address, Promise<List<InetSocketAddress>> promise) {
        complete(
                address.isUnresolved() ? names.resolveAll(address) : executor().newSucceededFuture(List.of(address)),
                Function.identity(),
                address,
                promise);
    }

    private <T> void complete(
            Future<T> answer,
            Function<T, List<InetSocketAddress>> addresses,
            InetSocketAddress asked,
            Promise<T> promise) {
        answer.addListener((Future<T> done) -> {
            if (!done.isSuccess()) {
                promise.tryFailure(done.cause());
            } else if (addresses.apply(done.getNow()).stream().allMatch(this::isAllowed)) {
                promise.trySuccess(done.getNow());
            } else {
                promise.tryFailure(new AddressNotAllowedException(asked.getHostString()));
            }
        });
    }

    private boolean isAllowed(InetSocketAddress resolved) {
        InetAddress address = resolved.getAddress();
        return address != null && rules.isAllowed(address);
    }

    @Override
    public void close() {
        names.close();
    }
}
