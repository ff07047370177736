package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadyMessageTest {
    private static final Ports PORTS = new Ports(100);

    @Test
    void aRunWithoutTheDemonstrationNamesTheKeyOfAnEarlierOne() {
        assertThat(ReadyMessage.plain(PORTS, Optional.of("plug_test_1")))
                .contains("test key of its organisation demo: plug_test_1")
                .contains("http://localhost:8190/token?org=acme")
                .contains("http://localhost:8180/api/v1/auth/api-keys");
    }

    @Test
    void aRunThatNeverHadTheDemonstrationNamesNoKey() {
        assertThat(ReadyMessage.plain(PORTS, Optional.empty())).doesNotContain("demonstration");
    }
}
