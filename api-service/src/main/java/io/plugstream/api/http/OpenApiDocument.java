package io.plugstream.api.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document, written by hand as YAML and served as JSON. Tests check every response against it. */
@Component
class OpenApiDocument {

    private static final ClassPathResource SOURCE = new ClassPathResource("openapi/openapi.yaml");
    private static final int MOST_ALIASES = 1_000;

    private final byte[] json;

    OpenApiDocument() {
        this.json = JsonMapper.shared().writeValueAsBytes(read());
    }

    byte[] json() {
        return json.clone();
    }

    private static Object read() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        try (InputStream source = SOURCE.getInputStream()) {
            return new Yaml(new SafeConstructor(options)).load(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
