package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.webhook.Events;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.client.HttpClientResponse;

class ExchangeTest {

    @Test
    void saysWhyAConnectionFailed() {
        assertThat(Exchange.fault(new UnknownHostException("x"))).isEqualTo(ConnectionFault.NAME_NOT_RESOLVED);
        assertThat(Exchange.fault(new ConnectException("refused"))).isEqualTo(ConnectionFault.REFUSED);
        assertThat(Exchange.fault(new IllegalStateException(new SSLHandshakeException("expired"))))
                .isEqualTo(ConnectionFault.TLS);
    }

    /** Each part of an answer costs time on an event loop. One every 5 ms for 5 s is not cut off but times out. */
    @Test
    void anAnswerInTinyPartsIsCutOff() {
        AtomicInteger parts = new AtomicInteger();
        HttpClientResponse response = (HttpClientResponse) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpClientResponse.class},
                (_, _, _) -> HttpResponseStatus.OK);
        ByteBufFlux crumbs = ByteBufFlux.fromInbound(Flux.range(0, 60_000).map(_ -> {
            parts.incrementAndGet();
            return Unpooled.wrappedBuffer(new byte[] {'x'});
        }));

        Flux.from(new Exchange(post()).read(response, crumbs)).blockLast();

        assertThat(parts).hasValueBetween(1_000, 1_100);
    }

    private static Post post() {
        return new Post(
                URI.create("http://localhost"),
                new HttpHeaders(),
                EventBody.of(Events.connected("acme").envelope()));
    }

    @Test
    void givesNoReasonForOtherFailures() {
        assertThat(Exchange.fault(new IOException("reset"))).isNull();
    }
}
