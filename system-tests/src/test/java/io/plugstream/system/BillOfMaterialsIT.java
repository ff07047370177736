package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The bill of materials of a running service. Needs a build that was not made offline. */
class BillOfMaterialsIT {

    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @ParameterizedTest
    @EnumSource
    void everyServiceShowsItsBillOfMaterials(Service service) {
        HttpResponse<String> answer = platform.billOfMaterials(service);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/vnd.cyclonedx+json"));
        JsonNode bill = Organisation.json(answer);
        assertThat(bill.path("bomFormat").asString()).isEqualTo("CycloneDX");
        assertThat(bill.at("/metadata/component/name").asString()).isEqualTo(service.module());
        assertThat(bill.path("components").findValuesAsString("name")).contains("kafka-clients", "spring-boot");
    }
}
