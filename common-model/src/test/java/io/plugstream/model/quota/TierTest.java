package io.plugstream.model.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.WireName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {

    @ParameterizedTest
    @CsvSource({
        "Free,    50,              1,               false",
        "Starter, 1000,            5,               true",
        "Growth,  10000,           100,             true",
        "Scale,   999999999999999, 999999999999999, true"
    })
    void allowsTheDocumentedAmounts(String name, long calls, long chargers, boolean webhooks) {
        Tier tier = WireName.find(Tier.class, name).orElseThrow();

        assertThat(tier.dailyCalls()).isEqualTo(calls);
        assertThat(tier.chargers()).isEqualTo(chargers);
        assertThat(tier.webhooks()).isEqualTo(webhooks);
    }

    @Test
    void namesAreExact() {
        assertThat(WireName.find(Tier.class, "free")).isEmpty();
    }
}
