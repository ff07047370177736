package io.plugstream.model.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {

    /** NIST's published example for FIPS 180-4. */
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void digestsTextAsUtf8() {
        assertThat(Sha256.hex("abc")).isEqualTo(OF_ABC);
        assertThat(HexFormat.of().formatHex(Sha256.of("abc"))).isEqualTo(OF_ABC);
        assertThat(Sha256.hex("\u00e9")).isEqualTo("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
    }
}
