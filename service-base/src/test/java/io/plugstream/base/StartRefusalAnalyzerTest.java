package io.plugstream.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class StartRefusalAnalyzerTest {

    @Test
    void theLogSaysWhyInsteadOfShowingAStackTrace(CapturedOutput output) {
        var application = new SpringApplication(WithoutKeys.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThatThrownBy(application::run).hasRootCauseInstanceOf(StartRefusedException.class);

        assertThat(output).contains("plugstream.secrets.keys is not set").doesNotContain("\tat ");
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutKeys {
        @Bean
        SecretCipher cipher() {
            return new SecretKeyProperties(null).cipher();
        }
    }
}
