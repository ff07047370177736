package io.plugstream.gateway.handshake;

import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/1.1 with a limit for the time from the first byte of a request to the end of its header fields. Tomcat's
 * own timeouts begin anew with each byte. Without the limit, strangers could occupy all connections that the gateway may
 * have, by sending a byte now and then.
 */
public final class HeaderTimeoutProtocol extends Http11NioProtocol {

    private volatile Duration limit = Duration.ZERO;

    /** Sets the limit, before the first connection. */
    void setHeaderTimeout(Duration limit) {
        this.limit = limit;
    }

    @Override
    protected Processor createProcessor() {
        return new TimedProcessor();
    }

    /** Called for each part of a request's header. Used for one connection at a time. */
    private final class TimedProcessor extends Http11Processor {

        /** The connection whose header is incomplete; null if there is none. */
        private @Nullable SocketWrapperBase<?> connection;

        private long begun;

        TimedProcessor() {
            super(HeaderTimeoutProtocol.this, HeaderTimeoutProtocol.this.getAdapter());
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // Tomcat uses a socket's channel again, but not its wrapper.
        public SocketState service(SocketWrapperBase<?> source) throws IOException {
            long now = System.nanoTime();
            if (connection != source) {
                connection = source;
                begun = now;
            } else if (now - begun > limit.toNanos()) {
                connection = null;
                return SocketState.CLOSED;
            }
            SocketState state = super.service(source);
            if (state != SocketState.LONG) {
                connection = null;
            }
            return state;
        }
    }
}
