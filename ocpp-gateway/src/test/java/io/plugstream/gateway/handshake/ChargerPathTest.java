package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChargerPathTest {

    @ParameterizedTest
    @CsvSource({
        "/ocpp/demo/CP-1,               demo, CP-1",
        "/ocpp/demo/CP%201,             demo, CP 1",
        "/ocpp/demo/Lades%C3%A4ule,     demo, Ladesäule",
        "/ocpp/demo/CP+1,               demo, CP+1",
        "/ocpp/demo/CP%2B1,             demo, CP+1",
        "/ocpp/org%7C1/100%25,          org|1, 100%",
        "/ocpp/demo//CP-1,              demo, CP-1",
        "/ocpp/demo/CP-1/,              demo, CP-1",
        "/ocpp//demo//CP-1//,           demo, CP-1"
    })
    void namesACharger(String path, String organisation, String chargeBox) {
        assertThat(ChargerPath.parse(path)).contains(new ChargerId(organisation, chargeBox));
    }

    @ParameterizedTest
    @CsvSource({
        "/ocpp/demo/CP-1, demo, CP-1",
        "/ocpp/demo/CP-1/CP-1, demo, CP-1",
        "/ocpp/demo//CP-1/CP-1, demo, CP-1",
        "/ocpp/demo, demo,",
        "/ocpp/demo/, demo,",
        "/ocpp/demo/a%2Fb, demo,",
        "/ocpp/demo/%zz, demo,"
    })
    void readsTheMeantChargerOfInvalidPathsToo(String path, String organisation, String chargeBox) {
        assertThat(ChargerPath.meant(path)).contains(new ChargerPath.Meant(organisation, chargeBox));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ocpp", "/ocpp/", "/ocpp//", "/ocpp/de%20mo/CP", "/ocpp/%zz/CP", "/other/demo/CP"})
    void meansNoChargerWithoutAValidOrganisation(String path) {
        assertThat(ChargerPath.meant(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ocpp",
                "/ocpp/",
                "/ocpp/demo",
                "/ocpp/demo/",
                "/ocpp//CP",
                "/ocpp/demo/CP/1",
                "/ocpp/demo/CP%2F1",
                "/ocpp/demo/..",
                "/ocpp/demo/%2E%2E",
                "/ocpp/demo/CP%",
                "/ocpp/demo/CP%zz",
                "/ocpp/demo/CP%00",
                "/ocpp/de%20mo/CP",
                "/other/demo/CP"
            })
    void namesNoCharger(String path) {
        assertThat(ChargerPath.parse(path)).isEmpty();
    }
}
