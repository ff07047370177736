package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.connection.CautiousUpgrade.HeadersByName;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class CautiousUpgradeTest {

    private static final String OFFERS = "Sec-WebSocket-Extensions";

    @Test
    void headersAreReadByName() {
        HeadersByName shown = new HeadersByName(request(), true);

        assertThat(shown.getHeader("sec-websocket-key")).isEqualTo("key");
        assertThat(shown.getHeader(OFFERS)).isEqualTo("permessage-deflate");
        assertThat(Collections.list(shown.getHeaders(OFFERS))).containsExactly("permessage-deflate");
    }

    /** Tomcat keeps a copy of every header that it can list, also of the password, as long as the connection lasts. */
    @Test
    void headerNamesAreNotListed() {
        assertThat(Collections.list(new HeadersByName(request(), true).getHeaderNames()))
                .isEmpty();
    }

    @Test
    void compressionOffersAreHiddenIfCompressionIsOff() {
        HeadersByName shown = new HeadersByName(request(), false);

        assertThat(shown.getHeader(OFFERS)).isNull();
        assertThat(Collections.list(shown.getHeaders(OFFERS))).isEmpty();
    }

    private static MockHttpServletRequest request() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("Sec-WebSocket-Key", "key");
        request.addHeader("Authorization", "Basic c2VjcmV0");
        request.addHeader(OFFERS, "permessage-deflate");
        return request;
    }
}
