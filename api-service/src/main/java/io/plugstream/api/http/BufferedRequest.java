package io.plugstream.api.http;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A request whose body has been read already. */
public final class BufferedRequest extends ServerHttpRequestDecorator {

    private final byte[] body;

    public BufferedRequest(ServerHttpRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    /** Reads the whole body; fails if it has more than {@link JsonBody#MOST_BYTES}. */
    public static Mono<byte[]> read(ServerHttpRequest request) {
        return DataBufferUtils.join(request.getBody(), JsonBody.MOST_BYTES)
                .map(BufferedRequest::bytes)
                .defaultIfEmpty(new byte[0]);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    @Override
    public Flux<DataBuffer> getBody() {
        return body.length == 0
                ? Flux.empty()
                : Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)));
    }
}
