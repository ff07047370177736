package io.plugstream.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;

/**
 * Warns of environment variables that look like settings of Plugstream but are none, such as misspelt ones. Spring Boot
 * refuses unknown properties, but no unknown environment variables.
 */
final class UnknownVariables implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(UnknownVariables.class);

    /** The settings of all services, because services may share an environment. ConfigurationTest writes it. */
    private static final String SETTINGS = "settings.txt";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        List<String> unknown =
                among(context.getEnvironment().getSystemEnvironment().keySet());
        if (!unknown.isEmpty()) {
            log.warn("These environment variables are no settings of Plugstream and have no effect: {}", unknown);
        }
    }

    static List<String> among(Collection<String> variables) {
        Set<String> settings = settings();
        return variables.stream()
                .filter(variable -> variable.startsWith("PLUGSTREAM_"))
                // The elements of a list have numbers.
                .filter(variable -> !settings.contains(letters(variable.replaceFirst("_\\d+$", ""))))
                .sorted()
                .toList();
    }

    private static Set<String> settings() {
        try {
            return new ClassPathResource(SETTINGS, UnknownVariables.class)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .map(UnknownVariables::letters)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spring Boot accepts variables with and without an underscore for each dash. */
    private static String letters(String name) {
        return name.replaceAll("[-._]", "").toUpperCase(Locale.ROOT);
    }
}
