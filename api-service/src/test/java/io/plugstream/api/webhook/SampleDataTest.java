package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SampleDataTest {

    /** The fields that docs/events.md lists, with the optional ones that a charger may send together. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CHARGER_CONNECTED | chargeBoxId",
                "CHARGER_DISCONNECTED | chargeBoxId,reason",
                "CHARGER_BOOT | chargeBoxId,vendor,model,serialNumber,firmwareVersion",
                "CONNECTOR_STATUS_CHANGED | chargeBoxId,connectorId,status,errorCode,info,vendorErrorCode",
                "TRANSACTION_STARTED | transactionId,chargeBoxId,connectorId,idTag,meterStart",
                "TRANSACTION_UPDATED | transactionId,chargeBoxId,connectorId,meterValues",
                "TRANSACTION_STOPPED | transactionId,chargeBoxId,connectorId,idTag,meterStart,meterStop,energyWh,reason"
            })
    void hasTheFieldsOfTheEvent(EventType event, String fields) {
        assertThat(SampleData.of(event, Instant.EPOCH).type()).isEqualTo(event);
        assertThat(sample(event).propertyNames()).containsExactly(fields.split(","));
    }

    @Test
    void aReadingHasAllItsFields() {
        assertThat(sample(EventType.TRANSACTION_UPDATED)
                        .path("meterValues")
                        .path(0)
                        .propertyNames())
                .containsExactly("timestamp", "measurand", "value", "unit", "phase", "location", "context");
    }

    private static JsonNode sample(EventType event) {
        return Json.mapper().valueToTree(SampleData.of(event, Instant.EPOCH));
    }
}
