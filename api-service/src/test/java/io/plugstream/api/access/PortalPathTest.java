package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.organisation.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortalPathTest {

    @Test
    void pathIsTranslatedToThePublicOne() {
        assertThat(PortalPath.of("/portal/api/live/chargers")).contains(new PortalPath("/api/v1/chargers", Mode.LIVE));
        assertThat(PortalPath.of("/portal/api/test/chargers/a%2Fb/commands"))
                .contains(new PortalPath("/api/v1/chargers/a%2Fb/commands", Mode.TEST));
        assertThat(PortalPath.of("/portal/api/admin/organisations"))
                .contains(new PortalPath("/admin/v1/organisations", null));
        assertThat(PortalPath.of("/portal/api/session")).contains(new PortalPath("/portal/api/session", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/portal/api/",
                "/portal/api/live",
                "/portal/api/Live/chargers",
                "/portal/api/v1/chargers",
                "/portal/api/sessions",
                "/portal/api/%6cive/chargers",
                "/portal/api/actuator/health"
            })
    void otherPathsAreNotTranslated(String path) {
        assertThat(PortalPath.matches(path)).isTrue();
        assertThat(PortalPath.of(path)).isEmpty();
    }

    @Test
    void pathsOutsideThePortalDoNotMatch() {
        assertThat(PortalPath.matches("/portal/apis/live/chargers")).isFalse();
        assertThat(PortalPath.matches("/api/v1/chargers")).isFalse();
    }
}
