package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.AddressShield;
import io.plugstream.model.quota.Tier;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class RateLimitTest {

    @Test
    void writesBothGenerationsOfHeaders() {
        HttpHeaders headers = written(RateLimit.daily(1_000, 50, Instant.parse("2026-01-31T23:00:00Z")));
        assertThat(headers.getFirst("RateLimit-Limit")).isEqualTo("1000");
        assertThat(headers.getFirst("RateLimit-Remaining")).isEqualTo("950");
        assertThat(headers.getFirst("RateLimit-Reset")).isEqualTo("3600");
        assertThat(headers.getFirst("RateLimit-Policy")).isEqualTo("\"daily\";q=1000;w=86400");
        assertThat(headers.getFirst("RateLimit")).isEqualTo("\"daily\";r=950;t=3600");
    }

    @Test
    void roundsTheResetUp() {
        assertThat(reset("2026-01-31T23:59:59.999Z")).isEqualTo(1);
        assertThat(reset("2026-01-31T23:59:59Z")).isEqualTo(1);
        assertThat(reset("2026-02-01T00:00:00Z")).isEqualTo(86_400);
        assertThat(reset("2026-02-01T00:00:00.001Z")).isEqualTo(86_400);
    }

    @Test
    void writesUnlimitedAsTheLargestStructuredInteger() {
        HttpHeaders headers = written(RateLimit.daily(Tier.UNLIMITED, 7, Instant.EPOCH));
        assertThat(headers.getFirst("RateLimit-Limit")).isEqualTo("999999999999999");
        assertThat(headers.getFirst("RateLimit-Remaining")).isEqualTo("999999999999999");
    }

    @Test
    void remainingIsNeverNegative() {
        assertThat(RateLimit.daily(50, 200, Instant.EPOCH).remaining()).isZero();
    }

    @Test
    void namesTheAddressPolicyWithoutAnOrganisation() {
        HttpHeaders headers = written(RateLimit.address(new AddressShield.FailureCount(60, 3, 17)));
        assertThat(headers.getFirst("RateLimit-Policy")).isEqualTo("\"address\";q=60;w=60");
        assertThat(headers.getFirst("RateLimit")).isEqualTo("\"address\";r=57;t=17");
    }

    @Test
    void namesTheSessionPolicyOfThePortal() {
        HttpHeaders headers = written(RateLimit.session(600, 601, 17));
        assertThat(headers.getFirst("RateLimit-Policy")).isEqualTo("\"session\";q=600;w=60");
        assertThat(headers.getFirst("RateLimit")).isEqualTo("\"session\";r=0;t=17");
    }

    private static long reset(String now) {
        return RateLimit.daily(50, 0, Instant.parse(now)).reset();
    }

    private static HttpHeaders written(RateLimit limit) {
        HttpHeaders headers = new HttpHeaders();
        limit.writeTo(headers);
        return headers;
    }
}
