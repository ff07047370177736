package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import io.plugstream.model.webhook.ConnectionFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ExchangeTest {

    @Test
    void saysWhyAConnectionFailed() {
        assertThat(Exchange.fault(new UnknownHostException("x"))).isEqualTo(ConnectionFault.NAME_NOT_RESOLVED);
        assertThat(Exchange.fault(new ConnectException("refused"))).isEqualTo(ConnectionFault.REFUSED);
        assertThat(Exchange.fault(new IllegalStateException(new SSLHandshakeException("expired"))))
                .isEqualTo(ConnectionFault.TLS);
    }

    @Test
    void givesNoReasonForOtherFailures() {
        assertThat(Exchange.fault(new ConnectTimeoutException("no answer"))).isNull();
        assertThat(Exchange.fault(new IOException("reset"))).isNull();
    }
}
