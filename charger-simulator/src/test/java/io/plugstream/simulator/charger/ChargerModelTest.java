package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChargerModelTest {

    @Test
    void aSerialNumberIsCutBetweenCharacters() {
        var plug = "\ud83d\udd0c";
        var model = ChargerModel.wallbox("a" + plug.repeat(30));

        assertThat(model.serialNumber(25)).isEqualTo("a" + plug.repeat(24));
        assertThat(ChargerModel.wallbox("SIM-1").serialNumber(25)).isEqualTo("SIM-1");
    }
}
