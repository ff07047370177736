package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.SessionLimitExceededException;

class TracedSessionTest {

    private final CountDownLatch sending = new CountDownLatch(1);
    private final CountDownLatch isRead = new CountDownLatch(1);
    private final List<String> traced = new ArrayList<>();
    private final TracedSession session = new TracedSession(slow(), 60_000, 10, traced::add);

    /** A command does not fit the buffer while the charger reads an answer slowly. */
    @Test
    void afterAnExceededLimitNothingIsDroppedSilently() throws Exception {
        Thread answer = Thread.ofVirtual().start(() -> send("answer"));
        assertThat(sending.await(20, TimeUnit.SECONDS)).isTrue();
        assertThatExceptionOfType(SessionLimitExceededException.class)
                .isThrownBy(() -> session.sendMessage(new TextMessage("a long command")));
        isRead.countDown();
        assertThat(answer.join(Duration.ofSeconds(20))).isTrue();

        assertThatIOException().isThrownBy(() -> session.sendMessage(new TextMessage("next")));
        assertThatIOException().isThrownBy(() -> session.sendMessage(new PingMessage()));
        assertThat(traced).doesNotContain("next");
    }

    private void send(String frame) {
        try {
            session.sendMessage(new TextMessage(frame));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private WebSocketSession slow() {
        return (WebSocketSession) Proxy.newProxyInstance(
                WebSocketSession.class.getClassLoader(), new Class<?>[] {WebSocketSession.class}, (_, method, _) -> {
                    if (method.getName().equals("sendMessage")) {
                        sending.countDown();
                        isRead.await();
                    }
                    return null;
                });
    }
}
