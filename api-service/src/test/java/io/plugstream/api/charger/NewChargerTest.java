package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.ProblemException;
import io.plugstream.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class NewChargerTest {

    @Test
    void readsIdAndName() {
        assertThat(NewCharger.of(json("{'chargeBoxId':'Haus 7 ü+%','name':'Garage'}")))
                .isEqualTo(new NewCharger("Haus 7 ü+%", "Garage"));
        assertThat(NewCharger.of(json("{'chargeBoxId':'a\\u00a0b'}"))).isEqualTo(new NewCharger("a\u00a0b", null));
        assertThat(NewCharger.of(json("{'chargeBoxId':'CP-1','name':null}"))).isEqualTo(new NewCharger("CP-1", null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | chargeBoxId",
                "{'chargeBoxId':''} | chargeBoxId",
                "{'chargeBoxId':'a/b'} | chargeBoxId",
                "{'chargeBoxId':'..'} | chargeBoxId",
                "{'chargeBoxId':' a'} | chargeBoxId",
                "{'chargeBoxId':'a\\u0000b'} | chargeBoxId",
                "{'chargeBoxId':'\\u00a0a'} | chargeBoxId",
                "{'chargeBoxId':'a\\u00a0'} | chargeBoxId",
                "{'chargeBoxId':'a\\u2007'} | chargeBoxId",
                "{'chargeBoxId':'\\u202fa'} | chargeBoxId",
                "{'chargeBoxId':'CP-1','name':'\\u00a0 \\u202f'} | name",
                "{'chargeBoxId':12} | chargeBoxId",
                "{'chargeBoxId':'batch'} | chargeBoxId",
                "{'chargeBoxId':'summary'} | chargeBoxId",
                "{'chargeBoxId':'1234567890123456789012345678901234567890123456789'} | chargeBoxId",
                "{'chargeBoxId':'CP-1','name':''} | name",
                "{'chargeBoxId':'CP-1','name':'a\\u0000b'} | name",
                "{'chargeBoxId':'a?','name':5,'mode':'live'} | chargeBoxId, name, mode",
            })
    void everyFaultIsListed(String body, String fields) {
        var problem = assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> NewCharger.of(json(body)))
                .actual()
                .problem();

        assertThat(problem.errors())
                .extracting(Fault::field)
                .containsExactlyInAnyOrder(fields.strip().split(", "));
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
