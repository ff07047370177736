package io.plugstream.parts;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Whether a server runs in a container or as processes. {@code -Dplugstream.parts=containers} or {@code =processes}, or
 * the variable {@code PLUGSTREAM_PARTS}, decides. Otherwise it is a container if Docker answers in time and has the
 * image or pulls it.
 */
enum ServerRuntime {
    CONTAINER,
    PROCESS;

    private static final Map<String, ServerRuntime> CHOSEN = new ConcurrentHashMap<>();

    /** Chosen and printed once per JVM and image. */
    static ServerRuntime of(String image) {
        return CHOSEN.computeIfAbsent(image, one -> chosen(wish(), one, () -> Docker.whyUnavailable(one)));
    }

    private static String wish() {
        return Optional.ofNullable(System.getProperty("plugstream.parts"))
                .or(() -> Optional.ofNullable(System.getenv("PLUGSTREAM_PARTS")))
                .orElse("auto");
    }

    static ServerRuntime chosen(String wish, String image, Supplier<Optional<String>> whyUnavailable) {
        return switch (wish) {
            case "containers" -> container(image, "asked for");
            case "processes" -> process(image, "asked for");
            case "auto" ->
                whyUnavailable
                        .get()
                        .map(reason -> process(image, reason))
                        .orElseGet(() -> container(image, "Docker has it"));
            default ->
                throw new IllegalArgumentException("plugstream.parts is auto, containers or processes, not " + wish);
        };
    }

    private static ServerRuntime container(String image, String reason) {
        System.out.println("Tests use a container of %s: %s".formatted(image, reason));
        return CONTAINER;
    }

    private static ServerRuntime process(String image, String reason) {
        System.out.println("Tests use processes instead of %s: %s".formatted(image, reason));
        return PROCESS;
    }
}
