package io.plugstream.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines for the JVM that this process runs on. */
public final class JavaCommand {
    private JavaCommand() {}

    /** The {@code java} of this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Runs {@code mainClass} with our class path, which goes through {@code argumentFile} because it may be long. */
    public static List<String> ofMain(
            Path argumentFile, List<String> options, Class<?> mainClass, List<String> arguments) {
        try {
            Files.writeString(
                    argumentFile,
                    "-cp \"%s\"%n"
                            .formatted(System.getProperty("java.class.path").replace("\\", "\\\\")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = new ArrayList<>(List.of(java()));
        command.addAll(options);
        command.add("@" + argumentFile);
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }
}
