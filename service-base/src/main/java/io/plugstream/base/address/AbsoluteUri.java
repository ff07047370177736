package io.plugstream.base.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Reads absolute URIs as RFC 3986 has them: in ASCII. {@link URI} also takes other characters. */
public final class AbsoluteUri {

    private AbsoluteUri() {}

    /** Empty if {@code text} is not an absolute URI. */
    public static Optional<URI> parse(String text) {
        if (!text.chars().allMatch(character -> character > ' ' && character <= '~')) {
            return Optional.empty();
        }
        try {
            return Optional.of(new URI(text)).filter(URI::isAbsolute);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }
}
