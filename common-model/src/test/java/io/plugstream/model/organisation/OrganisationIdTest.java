package io.plugstream.model.organisation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrganisationIdTest {

    private static final String LONGEST = "a234567890123456789012345678901234567890123456789012345678901234";

    @ParameterizedTest
    @ValueSource(strings = {"o", "7", "Org-1", "auth0|a.b_c:d@e-f", LONGEST})
    void acceptsLettersDigitsAndSomeSigns(String id) {
        assertThat(OrganisationId.isValid(id)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-o", ".o", "o/p", "o p", "o\n", "ö", "oö", "o\u0660", LONGEST + "5"})
    void refusesOtherIds(String id) {
        assertThat(OrganisationId.isValid(id)).isFalse();
    }
}
