package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RotatedTest {

    @Test
    void toStringHidesTheSecret() {
        assertThat(new WebhookController.Rotated("whsec_s3cret")).asString().doesNotContain("s3cret");
    }
}
