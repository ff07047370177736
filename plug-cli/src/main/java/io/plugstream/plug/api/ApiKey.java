package io.plugstream.plug.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An API key. It is written only into the header of a request. */
public final class ApiKey {

    /** The variable that holds it. */
    public static final String VARIABLE = "PLUGSTREAM_KEY";

    private static final String FORM = "plug_(live|test)_[0-9A-Za-z]{49}";
    private static final int PREFIX = 14;

    private final String text;

    private ApiKey(String text) {
        this.text = text;
    }

    /** Reads the key from the file if there is one, else from {@value #VARIABLE}. */
    public static ApiKey of(@Nullable Path file, Map<String, String> environment) throws Failure {
        var text = file == null ? environment.get(VARIABLE) : read(file);
        if (text == null || (file == null && text.isBlank())) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    "There is no API key: set %s, or name a file that holds one with --key-file.".formatted(VARIABLE));
        }
        var key = text.strip();
        if (!key.matches(FORM)) {
            throw new Failure(
                    Failure.Kind.USAGE,
                    "%s holds no API key: one begins with plug_live_ or plug_test_ and has 59 characters."
                            .formatted(file == null ? VARIABLE : file));
        }
        return new ApiKey(key);
    }

    private static String read(Path file) throws Failure {
        try {
            return Files.readString(file).replaceFirst("^\uFEFF", ""); // Editors of Windows begin files with it.
        } catch (IOException e) {
            throw new Failure(Failure.Kind.USAGE, "The key file %s cannot be read.".formatted(file));
        }
    }

    /** The part that may be shown, as in the list of keys. */
    public String prefix() {
        return text.substring(0, PREFIX);
    }

    /** Whether it is a key of the sandbox. */
    public boolean isTest() {
        return text.startsWith("plug_test_");
    }

    String header() {
        return text;
    }

    @Override
    public String toString() {
        return prefix() + "…";
    }
}
