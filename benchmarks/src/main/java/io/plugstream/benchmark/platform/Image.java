package io.plugstream.benchmark.platform;

import io.plugstream.local.process.ServiceImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files and options that a service is started with.
 *
 * @param home the directory in which {@link Stage} finds the jar
 * @param jvm the JVM options that it needs
 */
public record Image(Path home, List<String> jvm) {

    /** Unpacks {@code service} as in its image, with the class cache of one start. */
    public static Image make(Stage stage, Path home, String service) throws IOException, InterruptedException {
        Path images = stage.directory().resolve("images");
        ServiceImage made = new ServiceImage(
                ServiceImage.of(home, service).packed(), images.resolve(service).resolve("target"));
        made.make(Stage.jvm(), 0);
        return new Image(images, made.options());
    }
}
