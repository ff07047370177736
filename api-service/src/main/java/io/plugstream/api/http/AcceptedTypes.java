package io.plugstream.api.http;

import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.accept.HeaderContentTypeResolver;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/**
 * Ignores the parameters of media types in {@code Accept}, such as a charset, which JSON does not have (RFC 8259, 11).
 * Spring would copy them to the response and fail to write it, after the work is done.
 */
@Component
final class AcceptedTypes implements WebFluxConfigurer {

    @Override
    public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
        HeaderContentTypeResolver header = new HeaderContentTypeResolver();
        builder.resolver(exchange -> header.resolveMediaTypes(exchange).stream()
                .map(AcceptedTypes::withoutParameters)
                .toList());
    }

    private static MediaType withoutParameters(MediaType range) {
        return new MediaType(range.getType(), range.getSubtype(), range.getQualityValue());
    }
}
