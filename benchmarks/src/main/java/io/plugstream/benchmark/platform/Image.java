package io.plugstream.benchmark.platform;

import io.plugstream.local.process.ServiceImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a service is started from.
 *
 * @param home where {@link Stage} finds the jar
 * @param jvm the options that it needs
 */
public record Image(Path home, List<String> jvm) {

    /** An image is made with the one that the JVM chooses, which keeps most. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    /** Unpacks {@code service} as its image has it, with the classes that one start left. */
    public static Image make(Stage stage, Path home, String service) throws IOException, InterruptedException {
        Path images = stage.directory().resolve("images");
        ServiceImage made = new ServiceImage(
                Stage.jar(home, service), images.resolve(service).resolve("target"));
        made.make(
                Stage.jvm().stream().filter(option -> !COLLECTOR.equals(option)).toList(), 0);
        return new Image(images, List.of(made.option()));
    }
}
