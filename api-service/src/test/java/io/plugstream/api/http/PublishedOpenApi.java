package io.plugstream.api.http;

import io.plugstream.contract.DescribedSchemas;
import java.nio.charset.StandardCharsets;

/** The OpenAPI document as it is served, with its schemas for validation. */
final class PublishedOpenApi {

    private static final DescribedSchemas INSTANCE =
            new DescribedSchemas(new String(new OpenApiDocument().json(), StandardCharsets.UTF_8));

    private PublishedOpenApi() {}

    static DescribedSchemas get() {
        return INSTANCE;
    }
}
