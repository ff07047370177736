package io.plugstream.api.idempotency;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;

/** A request whose body has been read already. */
final class BufferedRequest extends ServerHttpRequestDecorator {

    private final byte[] body;

    BufferedRequest(ServerHttpRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return body.length == 0
                ? Flux.empty()
                : Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)));
    }
}
