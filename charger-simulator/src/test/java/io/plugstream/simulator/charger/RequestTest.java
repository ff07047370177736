package io.plugstream.simulator.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTest {

    @Test
    void toStringHidesAChangedValue() {
        var change = new Request.ChangeConfiguration("AuthorizationKey", "the-password");

        assertThat(change.value()).isEqualTo("the-password");
        assertThat(change.toString()).contains("AuthorizationKey").doesNotContain("the-password");
        assertThat(new Request.ChangeConfigurations(List.of(change)).toString())
                .contains("AuthorizationKey")
                .doesNotContain("the-password");
    }
}
