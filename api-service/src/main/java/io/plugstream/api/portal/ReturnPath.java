package io.plugstream.api.portal;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The portal's page to which a person returns after sign-in. Rejects all other paths and hosts (open redirects). */
record ReturnPath(String text) {

    static final ReturnPath START = new ReturnPath("/portal");

    private static final int LONGEST = 1024;

    /** Printable ASCII without parts that URL parsers read differently: backslashes, quotes, empty and dot segments. */
    private static final Pattern FORM = Pattern.compile(
            "/portal(/(?!\\.{1,2}(/|\\?|$))[A-Za-z0-9._~!$&()*+,;=:@%-]+)*(\\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?");

    /** Paths of the portal that are not pages. */
    private static final Pattern NO_PAGE =
            Pattern.compile("/portal/(api|assets|callback|sign-in|sign-out)(/.*|\\?.*|$)");

    /** Encoded dots, slashes and line ends, and a percent sign that encodes nothing. */
    private static final Pattern FORBIDDEN_ESCAPE = Pattern.compile("(?i)%(2e|2f|5c|00|0a|0d|(?![0-9a-f]{2}))");

    /** The path; the start page if the path is not allowed. */
    static ReturnPath of(@Nullable String wanted) {
        return Optional.ofNullable(wanted)
                .filter(path -> path.length() <= LONGEST
                        && FORM.matcher(path).matches()
                        && !NO_PAGE.matcher(path).matches()
                        && !FORBIDDEN_ESCAPE.matcher(path).find())
                .map(ReturnPath::new)
                .orElse(START);
    }
}
