package io.plugstream.api.idempotency;

import java.nio.charset.StandardCharsets;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response that is recorded instead of sent. */
final class RecordedResponse extends AbstractServerHttpResponse {

    private volatile String body = "";

    RecordedResponse(DataBufferFactory buffers) {
        super(buffers);
    }

    /** The recorded response; call it after the response is complete. */
    CompleteResponse response() {
        HttpStatusCode status = getStatusCode();
        HttpHeaders headers = new HttpHeaders();
        headers.putAll(getHeaders());
        headers.remove(HttpHeaders.CONTENT_LENGTH);
        return new CompleteResponse(status == null ? 200 : status.value(), headers, body);
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Spring's own.
    public <T> T getNativeResponse() {
        throw new IllegalStateException("a recorded response has no connection");
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> buffers) {
        return DataBufferUtils.join(Flux.from(buffers).cast(DataBuffer.class))
                .doOnNext(whole -> {
                    body = whole.toString(StandardCharsets.UTF_8);
                    DataBufferUtils.release(whole);
                })
                .then();
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> groups) {
        return writeWithInternal(Flux.from(groups).concatMap(group -> group));
    }

    @Override
    protected void applyStatusCode() {
        // Only recorded.
    }

    @Override
    protected void applyHeaders() {
        // Only recorded.
    }

    @Override
    protected void applyCookies() {
        // The API sets none.
    }
}
