package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

class AuthorizationResponseTest {

    @Test
    void responseHasAStateAndACode() {
        AuthorizationResponse response =
                of("state=s&code=c&iss=https://id.example").orElseThrow();
        assertThat(response.state().getValue()).isEqualTo("s");
        assertThat(response.code()).hasToString("c");
    }

    @Test
    void errorHasNoCodeEvenIfOneIsGiven() {
        assertThat(of("state=s&code=c&error=access_denied").orElseThrow().code())
                .isNull();
    }

    @Test
    void responseWithoutAStateOrWithARepeatedParameterIsInvalid() {
        assertThat(of("code=c")).isEmpty();
        assertThat(of("state=&code=c")).isEmpty();
        assertThat(of("state=s&state=s&code=c")).isEmpty();
        assertThat(of("state=s&code=c&code=d")).isEmpty();
        assertThat(of("state=" + "s".repeat(3_000) + "&code=c")).isEmpty();
    }

    @Test
    void responseOfAnotherProviderIsInvalid() {
        AuthorizationResponse unnamed = of("state=s&code=c").orElseThrow();
        assertThat(unnamed.isFrom("https://id.example", false)).isTrue();
        assertThat(unnamed.isFrom("https://id.example", true)).isFalse();
        AuthorizationResponse named =
                of("state=s&code=c&iss=https://id.example").orElseThrow();
        assertThat(named.isFrom("https://id.example", true)).isTrue();
        assertThat(named.isFrom("https://id.example", false)).isTrue();
        assertThat(named.isFrom("https://other.example", false)).isFalse();
    }

    private static Optional<AuthorizationResponse> of(String query) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        UriComponentsBuilder.fromUriString("/?" + query)
                .build()
                .getQueryParams()
                .forEach(parameters::put);
        return AuthorizationResponse.of(parameters);
    }
}
