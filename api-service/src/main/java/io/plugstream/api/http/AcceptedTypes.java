package io.plugstream.api.http;

import java.util.List;
import java.util.Objects;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;

/**
 * Ignores the parameters of media types in {@code Accept}, such as a charset, which JSON does not have (RFC 8259, 11).
 * Spring would copy them to the response and fail to write it, after the work is done.
 */
@Component
final class AcceptedTypes implements WebFluxConfigurer {

    private final HeaderContentTypeResolver header = new HeaderContentTypeResolver();

    @Override
    public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
        builder.resolver(this::types);
    }

    private List<MediaType> types(ServerWebExchange exchange) {
        try {
            return header.resolveMediaTypes(exchange).stream()
                    .map(AcceptedTypes::withoutParameters)
                    .toList();
        } catch (InvalidMimeTypeException tooMany) {
            throw new NotAcceptableStatusException(Objects.requireNonNullElse(tooMany.getMessage(), ""));
        }
    }

    private static MediaType withoutParameters(MediaType range) {
        return new MediaType(range.getType(), range.getSubtype(), range.getQualityValue());
    }
}
