package io.plugstream.api.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.reactive.accept.RequestedContentTypeResolver;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.NotAcceptableStatusException;

/**
 * Ignores the parameters of media types in {@code Accept}, such as a charset, which JSON does not have (RFC 8259, 11).
 * Spring would refuse a charset that Java does not know. It would copy the others to the response and fail to write it,
 * after the work is done.
 */
@Component
final class AcceptedTypes implements WebFluxConfigurer {

    /** Possessive, because Java would otherwise need stack for each character. */
    private static final Pattern QUOTED = Pattern.compile("\"(\\\\.|[^\"\\\\])*+\"");

    /** Not a parameter of the type (RFC 9110, 12.4.2). */
    private static final String WEIGHT = "q=";

    /** What most clients send, so that their calls need no parsing. */
    private static final Map<String, List<MediaType>> USUAL = Map.of(
            MediaType.ALL_VALUE,
            RequestedContentTypeResolver.MEDIA_TYPE_ALL_LIST,
            MediaType.APPLICATION_JSON_VALUE,
            List.of(MediaType.APPLICATION_JSON));

    @Override
    public void configureContentTypeResolver(RequestedContentTypeResolverBuilder builder) {
        builder.resolver(exchange -> of(exchange.getRequest().getHeaders()));
    }

    /** The types that the client accepts, more specific ones first. */
    static List<MediaType> of(HttpHeaders headers) {
        List<String> accepted = headers.getOrEmpty(HttpHeaders.ACCEPT);
        List<MediaType> usual = accepted.size() == 1 ? USUAL.get(accepted.getFirst()) : null;
        return usual == null ? parse(accepted) : usual;
    }

    private static List<MediaType> parse(List<String> accepted) {
        List<MediaType> types = new ArrayList<>();
        try {
            accepted.stream()
                    .flatMap(list -> MimeTypeUtils.tokenize(list).stream())
                    .filter(range -> !range.isBlank())
                    .map(AcceptedTypes::withoutParameters)
                    .forEach(types::add);
            MimeTypeUtils.sortBySpecificity(types);
        } catch (InvalidMediaTypeException | InvalidMimeTypeException refusal) {
            throw new NotAcceptableStatusException(Objects.requireNonNullElse(refusal.getMessage(), ""));
        }
        return types.isEmpty() ? RequestedContentTypeResolver.MEDIA_TYPE_ALL_LIST : List.copyOf(types);
    }

    private static MediaType withoutParameters(String range) {
        String[] parts = QUOTED.matcher(range).replaceAll("").split(";", -1);
        String weight = Stream.of(parts)
                .skip(1)
                .map(String::strip)
                .filter(part -> part.regionMatches(true, 0, WEIGHT, 0, WEIGHT.length()))
                .findFirst()
                .map(part -> ';' + part)
                .orElse("");
        return MediaType.parseMediaType(parts[0] + weight);
    }
}
