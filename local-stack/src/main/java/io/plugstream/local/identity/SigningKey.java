package io.plugstream.local.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.plugstream.local.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;

/** The key that signs tokens, kept in a file so that tokens stay valid after a restart. */
record SigningKey(ECKey key) {
    static final JWSAlgorithm ALGORITHM = JWSAlgorithm.ES256;

    static SigningKey keptIn(Path file) throws IOException {
        if (!Files.exists(file)) {
            PrivateFiles.write(file, generate().toJSONString());
        }
        try {
            return new SigningKey(ECKey.parse(Files.readString(file)));
        } catch (ParseException e) {
            throw new IOException(file + " holds no EC key; delete it to get a new one", e);
        }
    }

    String publicKeys() {
        return new JWKSet(key).toString(true);
    }

    private static ECKey generate() {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(ALGORITHM)
                    .keyIDFromThumbprint(true)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
