package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class PropertiesTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(OnlyProperties.class);

    @Test
    void defaultsAreTheDocumentedOnes() {
        runner.run(context -> {
            assertThat(bean(context, "HandshakeProperties"))
                    .isEqualTo("HandshakeProperties[retryAfter=PT5S, headerTimeout=PT10S, securityProfiles=[]]");
            assertThat(bean(context, "AdmissionProperties"))
                    .isEqualTo(
                            "AdmissionProperties[concurrent=64, waiting=2000, patience=PT10S, expectedPerSecond=400]");
            assertThat(bean(context, "FrameRateProperties"))
                    .isEqualTo("FrameRateProperties[perSecond=20, burst=50, patience=PT10M]");
            assertThat(bean(context, "ConnectionProperties"))
                    .isEqualTo("ConnectionProperties[pingInterval=PT6S, heartbeatInterval=PT5M, sendTimeout=PT10S,"
                            + " frameTimeout=PT1M, shutdownTimeout=PT15S]");
            assertThat(bean(context, "PublishProperties"))
                    .isEqualTo(
                            "PublishProperties[acknowledgementTimeout=PT5S, searchPatience=PT30S, takeoverAfter=PT1M]");
            assertThat(bean(context, "PresenceProperties"))
                    .isEqualTo("PresenceProperties[beatInterval=PT5S, missedBeats=6]");
            assertThat(bean(context, "CleanupProperties")).isEqualTo("CleanupProperties[sweepInterval=PT1M]");
            assertThat(bean(context, "ValidationProperties")).isEqualTo("ValidationProperties[validation=TOLERANT]");
            assertThat(bean(context, "WatchProperties"))
                    .isEqualTo("WatchProperties[perSecond=200, ofOrganisation=60, ofCharger=20, characters=8192]");
            assertThat(bean(context, "TransactionProperties"))
                    .isEqualTo("TransactionProperties[burst=500, interval=PT5S]");
            assertThat(bean(context, "CommandQueueProperties"))
                    .isEqualTo("CommandQueueProperties[waiting=20, memory=8388608B]");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "plugstream.gateway.handshake.retry-afterwards=5s",
        "plugstream.gateway.handshake.header-timeout=10ms",
        "plugstream.gateway.handshake.security-profiles=0",
        "plugstream.gateway.admission.concurrent=0",
        "plugstream.gateway.admission.patience=0s",
        "plugstream.gateway.frames.per-second=0",
        "plugstream.gateway.frames.patience=1ms",
        "plugstream.gateway.connection.ping-interval=0s",
        "plugstream.gateway.connection.heartbeat-interval=soon",
        "plugstream.gateway.publish.acknowledgement-timeout=1ms",
        "plugstream.gateway.publish.unknown=1",
        "plugstream.gateway.presence.missed-beats=1",
        "plugstream.gateway.transactions.burst=0",
        "plugstream.gateway.command.waiting=0",
        "plugstream.gateway.command.memory=1000KB",
        "plugstream.gateway.memory.sweep-interval=0s",
        "plugstream.gateway.watch.per-second=0",
        "plugstream.gateway.watch.characters=1",
        "plugstream.gateway.validation=lax"
    })
    void invalidSettingsAreRefused(String property) {
        runner.withPropertyValues(property).run(context -> assertThat(context).hasFailed());
    }

    private static String bean(org.springframework.context.ApplicationContext context, String type) {
        return context.getBeansOfType(Record.class).values().stream()
                .map(Record::toString)
                .filter(text -> text.startsWith(type))
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan
    static class OnlyProperties {}
}
