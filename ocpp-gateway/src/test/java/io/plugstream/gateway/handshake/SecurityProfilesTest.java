package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.StartRefusedException;
import io.plugstream.gateway.Certificates;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class SecurityProfilesTest {

    @TempDir
    private static Path directory;

    private static Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        certificates = Certificates.in(directory);
    }

    @ParameterizedTest
    @CsvSource({
        "'', true, false",
        "server.ssl.bundle=tls, true, false",
        "server.ssl.bundle=tls server.ssl.client-auth=want, true, true",
        "server.ssl.bundle=tls server.ssl.client-auth=need, false, true",
        "server.ssl.bundle=tls server.ssl.client-auth=want plugstream.gateway.handshake.security-profiles=3, false,"
                + " true",
        "server.ssl.bundle=tls server.ssl.client-auth=want plugstream.gateway.handshake.security-profiles=2, true,"
                + " false",
        "plugstream.gateway.handshake.security-profiles=1, true, false"
    })
    void followThePort(String settings, boolean passwords, boolean clientCertificates) {
        runner().withPropertyValues(settings.split(" ", -1)).run(context -> {
            SecurityProfiles profiles = context.getBean(SecurityProfiles.class);
            assertThat(profiles.acceptPasswords()).isEqualTo(passwords);
            assertThat(profiles.acceptCertificates()).isEqualTo(clientCertificates);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "plugstream.gateway.handshake.security-profiles=2",
        "'plugstream.gateway.handshake.security-profiles=1,2'",
        "plugstream.gateway.handshake.security-profiles=3",
        "plugstream.gateway.handshake.security-profiles=4",
        "server.ssl.bundle=tls plugstream.gateway.handshake.security-profiles=1",
        "server.ssl.bundle=tls plugstream.gateway.handshake.security-profiles=3",
        "server.ssl.bundle=tls server.ssl.client-auth=need plugstream.gateway.handshake.security-profiles=2",
        "server.ssl.bundle=unknown server.ssl.client-auth=need"
    })
    void theStartFailsIfThePortDoesNotSupportThem(String settings) {
        runner().withPropertyValues(settings.split(" ", -1))
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void theStartFailsIfPublicAuthoritiesAreTrusted() {
        runner().withPropertyValues(certificates.bundleWithoutTrust("bare"))
                .withPropertyValues("server.ssl.bundle=bare", "server.ssl.client-auth=need")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining("no truststore"));
    }

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                .withUserConfiguration(OnlyProfiles.class)
                .withPropertyValues(certificates.bundle("tls"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({HandshakeProperties.class, ServerProperties.class})
    @Import(SecurityProfiles.class)
    static class OnlyProfiles {}
}
