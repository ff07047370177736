package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.protocol.Protocol;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.model.command.ChargerCommand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolsTest {

    private final Protocol protocol = new Named("ocpp1.6");
    private final Protocols protocols = new Protocols(List.of(protocol));

    /** Spring compares sub-protocols without case, and names the chosen one as the charger spelled it. */
    @Test
    void aVersionIsFoundInTheSpellingOfTheCharger() {
        assertThat(protocols.named("ocpp1.6")).contains(protocol);
        assertThat(protocols.named("OCPP1.6")).contains(protocol);
        assertThat(protocols.named("ocpp1.5")).isEmpty();
        assertThat(protocols.named(null)).isEmpty();
    }

    private record Named(String name) implements Protocol {

        @Override
        public Dialect dialect() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean mayCompress() {
            return false;
        }

        @Override
        public ChargerActions open(ChargerStream stream, Duration heartbeatInterval) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Step begin(ChargerCommand command) {
            throw new UnsupportedOperationException();
        }
    }
}
