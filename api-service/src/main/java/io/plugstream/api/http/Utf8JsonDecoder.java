package io.plugstream.api.http;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.codec.json.JacksonJsonDecoder;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Refuses JSON in UTF-16 and UTF-32 (RFC 8259, 8.1), which Jackson would detect and read. */
final class Utf8JsonDecoder extends JacksonJsonDecoder {

    /** Of these bytes none is 0 in UTF-8, and one is in the other encodings, because JSON begins with ASCII. */
    private static final int FIRST_BYTES = 2;

    /** The first byte of the byte order marks of UTF-16 and little-endian UTF-32; not a byte of UTF-8. */
    private static final int FIRST_OF_MARK = 0xFE;

    Utf8JsonDecoder(JsonMapper mapper) {
        super(mapper);
    }

    /** Ignores the {@code charset} of the media type, which JSON does not have (RFC 8259, 11). */
    @Override
    protected Flux<DataBuffer> processInput(
            Publisher<DataBuffer> input,
            ResolvableType type,
            @Nullable MimeType mimeType,
            @Nullable Map<String, Object> hints) {
        return Flux.from(input);
    }

    @Override
    public Object decode(
            DataBuffer body, ResolvableType type, @Nullable MimeType mimeType, @Nullable Map<String, Object> hints) {
        if (isOtherEncoding(body)) {
            DataBufferUtils.release(body);
            throw Problem.invalid(List.of(new Fault("", "must be encoded in UTF-8")))
                    .exception();
        }
        return super.decode(body, type, mimeType, hints);
    }

    private static boolean isOtherEncoding(DataBuffer body) {
        for (int i = 0; i < Math.min(FIRST_BYTES, body.readableByteCount()); i++) {
            int next = Byte.toUnsignedInt(body.getByte(body.readPosition() + i));
            if (next == 0 || next >= FIRST_OF_MARK) {
                return true;
            }
        }
        return false;
    }
}
